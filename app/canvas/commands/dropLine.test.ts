import { beforeEach, expect, test } from 'vitest';
import { collectNotices, resetSession, textOf } from '../../session/testSession.ts';
import { connectCards } from './dropLine.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n  - import: ./sent.yaml\n';

beforeEach(() => {
  resetSession({ 'main.yaml': TEXT, 'sent.yaml': 'id: sent\ntype: basic\n' });
});

test('a line to a card that has its id from an import is written with that id', () => {
  connectCards({ source: 'a', target: '#tasks/1', sourceHandle: null });
  expect(textOf('main.yaml')).toContain('on_success:\n      next: sent\n');
});

test('a refusal is shown as a message', () => {
  const notices = collectNotices();
  resetSession({ 'main.yaml': 'tasks:\n  - { id: a, type: basic }\n  - { type: basic, on_success: { next: a } }\n' });
  connectCards({ source: '#tasks/1', target: 'a', sourceHandle: null });
  expect(notices.map(({ message }) => message)).toEqual(['The 2nd task already leads there.']);
});
