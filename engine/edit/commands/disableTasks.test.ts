import { expect, test } from 'vitest';
import { editText, refusalOf } from '../../testing/index.ts';
import { disableTasks } from './removeTasks.ts';

const text = 'tasks:\n  - id: a # first\n    type: basic\n    use: core:log\n  - { id: b, type: basic }\n';
const disabled =
  'tasks:\n  - id: a # first\n    type: basic\n    disabled: true\n    use: core:log\n  - { id: b, type: basic, disabled: true }\n';

test('the key is written after the type, and goes again', () => {
  expect(editText(text, (it) => disableTasks(it, { ids: ['a', 'b'], isDisabled: true })).text).toBe(disabled);
  expect(editText(disabled, (it) => disableTasks(it, { ids: ['a', 'b'], isDisabled: false })).text).toBe(text);
});

test('what is so already stays as it is, and what says otherwise is replaced', () => {
  expect(editText(disabled, (it) => disableTasks(it, { ids: ['a'], isDisabled: true })).text).toBe(disabled);
  const off = disabled.replace('disabled: true', 'disabled: false');
  expect(editText(off, (it) => disableTasks(it, { ids: ['a'], isDisabled: true })).text).toBe(disabled);
});

test('nothing, and what is not there, is refused', () => {
  expect(refusalOf(text, (it) => disableTasks(it, { ids: [], isDisabled: true }))).toBe('NOTHING_SELECTED');
  expect(refusalOf(text, (it) => disableTasks(it, { ids: ['c'], isDisabled: true }))).toBe('UNKNOWN_TASK');
});
