import { beforeEach, expect, test } from 'vitest';
import { redo, undo } from '../document/dispatch.ts';
import { session } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { addChoice } from './addTask.ts';

const CHAIN = 'tasks:\n  - id: a\n    type: map\n    on_success: { next: b }\n  - id: b\n    type: map\n';

beforeEach(() => resetSession({ 'a.yaml': CHAIN }));

test('a task is added at the end of the chain, is selected, and is one step to undo', () => {
  const notices = collectNotices();
  expect(addChoice({ type: 'wait' })).toBe(true);
  const text = textOf('a.yaml');
  expect(text).toMatch(/id: b\n {4}type: map\n {4}on_success:\s+(\{ )?next: wait/);
  expect([...session.getState().document.selection.tasks]).toEqual(['wait']);
  expect(notices).toEqual([]);
  undo();
  expect(textOf('a.yaml')).toBe(CHAIN);
  redo();
  expect(textOf('a.yaml')).toBe(text);
});

test('one that nothing leads to brings no notice: its card says that it is not connected yet', () => {
  resetSession({
    'a.yaml': 'tasks: [{id: s, type: basic, on_success: {next: [l, r]}}, {id: l, type: basic}, {id: r, type: basic}]\n',
  });
  const notices = collectNotices();
  expect(addChoice({ type: 'map' })).toBe(true);
  expect(notices).toEqual([]);
});

test('where no file is open it comes in a new one', () => {
  resetSession({});
  expect(addChoice({ type: 'wait' })).toBe(true);
  expect(session.getState().document.activePath).toBe('workflow.yaml');
  expect(textOf('workflow.yaml')).toContain('id: wait');
  undo();
  expect(textOf('workflow.yaml')).toBe(undefined);
});

test('on a phone the list makes room for the task that was added', () => {
  resetSession({ 'a.yaml': CHAIN }, { view: { isNarrow: true, panel: 'add' } });
  addChoice({ type: 'wait' });
  expect(session.getState().view.panel).toBe(null);
  resetSession({ 'a.yaml': CHAIN }, { view: { isNarrow: false, panel: 'add' } });
  addChoice({ type: 'wait' });
  expect(session.getState().view.panel).toBe('add');
});
