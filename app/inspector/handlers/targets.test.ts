import { beforeEach, expect, test } from 'vitest';
import { activeAnalysis } from '../../session/index.ts';
import { resetSession, textOf } from '../../session/testSession.ts';
import { nameTarget, targetEntries } from './targets.ts';

beforeEach(() => {
  resetSession({
    'main.yaml': 'tasks:\n  - id: a\n    type: basic\n  - import: ./sent.yaml\n  - type: basic\n',
    'sent.yaml': 'id: sent\nname: Send it\ntype: basic\n',
  });
});

function entries() {
  const analysis = activeAnalysis('resolved');
  return analysis === null ? [] : targetEntries(analysis, { source: 'a', via: 'on_success' });
}

test('a handler may lead to a task that has its id from an import', () => {
  const found = entries().flatMap((entry) => (typeof entry === 'object' && 'onSelect' in entry ? [entry] : []));
  expect(found.map(({ label }) => label)).toEqual(['Send it', 'End of branch']);
  found[0]?.onSelect?.();
  expect(textOf('main.yaml')).toContain('next: sent\n');
});

test('a task is called by its name, its id or its place', () => {
  const analysis = activeAnalysis('resolved');
  const names = ['a', 'sent', '#tasks/1', '#tasks/2', 'end', 'gone'].map((id) => analysis && nameTarget(analysis, id));
  expect(names).toEqual(['a', 'Send it', 'Send it', 'The 3rd task', 'End of branch', 'gone']);
});
