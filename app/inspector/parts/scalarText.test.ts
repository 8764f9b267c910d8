import { expect, test } from 'vitest';
import { readTyped } from '#engine/numbers';
import { describeValue, formatScalar } from './scalarText.ts';

test.each([
  ['hello', 'hello'],
  ['{{ tasks.a.output }}', '{{ tasks.a.output }}'],
  [5, '5'],
  [-1.5, '-1.5'],
  [true, 'true'],
  [null, 'null'],
  ['5', '"5"'],
  ['01234', '01234'],
  ['1.20', '1.20'],
  ['+4917012345', '+4917012345'],
  ['1e14', '1e14'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', '"true"'],
  ['"quoted"', '"\\"quoted\\""'],
  ['', ''],
])('%j is typed as %s, and read back', (value, text) => {
  expect(formatScalar(value)).toBe(text);
  expect(readTyped(text)).toBe(value);
});

test('what is nothing else is text', () => {
  expect(readTyped('1 apple')).toBe('1 apple');
  expect(readTyped('"open')).toBe('"open');
  expect(readTyped('Note: true')).toBe('Note: true');
});

test.each([
  ['hello', '"hello" · text'],
  ['I was charged twice for one ticket in May', '"I was charged twi…" · text'],
  [12, '12 · number'],
  [null, 'null · null'],
  [{ plan: 'team' }, '{ plan: "team" } · map'],
  [{ a: { b: { c: 1 } } }, '{ a: { b: {…} } } · map'],
  [[1, 2], '[1, 2] · list of 2'],
  [[], '[] · list of 0'],
])('%j', (value, line) => {
  expect(describeValue(value)).toBe(line);
});
