import { expect, test } from 'vitest';
import { describeValue } from './describeValue.ts';

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
