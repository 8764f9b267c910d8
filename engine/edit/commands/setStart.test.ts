import { expect, test } from 'vitest';
import { editText, refusalOf } from '../../testing/index.ts';
import { setStart } from './setStart.ts';

const text =
  'name: x\ntasks:\n  - id: a\n    type: basic\n  - id: b\n    type: composite\n    tasks:\n      - id: c\n        type: basic\n';

test('any task but the first is named, before the tasks', () => {
  expect(editText(text, (it) => setStart(it, { id: 'b' })).text).toBe(
    text.replace('tasks:\n  - id: a', 'start: b\ntasks:\n  - id: a'),
  );
});

test('the first needs no name', () => {
  expect(editText(`start: b\n${text}`, (it) => setStart(it, { id: 'a' })).text).toBe(text);
});

test('a task inside a container is refused', () => {
  expect(refusalOf(text, (it) => setStart(it, { id: 'c' }))).toBe('NOT_AT_TOP');
});
