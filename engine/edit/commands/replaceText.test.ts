import { expect, test } from 'vitest';
import { editText, refusalOf, TEST_PATH } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { collapseTask, moveTasks } from './moveTasks.ts';
import { replaceText } from './replaceText.ts';

test('characters change, also in broken text', () => {
  const edits = [{ start: 7, end: 8, text: '[]' }];
  expect(editText('tasks: [', (it) => replaceText(it, { path: TEST_PATH, edits })).text).toBe('tasks: []');
});

test('edits of another text are refused', () => {
  expect(refusalOf('a', (it) => replaceText(it, { path: TEST_PATH, edits: [{ start: 1, end: 9, text: '' }] }))).toBe(
    'STALE_EDIT',
  );
  expect(refusalOf('a', (it) => replaceText(it, { path: 'other.yaml', edits: [] }))).toBe('STALE_EDIT');
});

test('cards move and containers collapse without a change of the text', () => {
  const text = 'tasks:\n  - id: a\n    type: basic\n';
  const moved = editText(
    text,
    (it) =>
      moveTasks(it, {
        positions: new Map([
          ['a', { x: 20, y: 20 }],
          ['gone', { x: 0, y: 0 }],
        ]),
        layout: EMPTY_LAYOUT,
      }),
    EMPTY_LAYOUT,
  );
  expect(moved).toEqual({ text, layout: { positions: new Map([['a', { x: 20, y: 20 }]]), collapsed: new Set() } });
  const folded = editText(
    text,
    (it) => collapseTask(it, { id: 'a', isCollapsed: true, layout: EMPTY_LAYOUT }),
    EMPTY_LAYOUT,
  );
  expect(folded.layout?.collapsed).toEqual(new Set(['a']));
});
