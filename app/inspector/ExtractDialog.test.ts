import { expect, test } from 'vitest';
import { proposePath } from './ExtractDialog.tsx';

test('a definition goes to a folder of its kind beside its file, under a name that is free and can be one', () => {
  const files = new Map([['flows/agents/triage.yaml', '']]);
  expect(proposePath('flows/main.yaml', { kind: 'agent', id: 'triage' }, files)).toBe('flows/agents/triage-2.yaml');
  expect(proposePath('main.yaml', { kind: 'task', id: 'a/b: c' }, files)).toBe('tasks/a-b-c.yaml');
  expect(proposePath('main.yaml', { kind: 'tool', id: '../..' }, files)).toBe('tools/tool.yaml');
});
