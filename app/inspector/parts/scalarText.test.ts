import { expect, test } from 'vitest';
import { formatScalar, parseScalar } from './scalarText.ts';

test.each([
  ['hello', 'hello'],
  ['{{ tasks.a.output }}', '{{ tasks.a.output }}'],
  [5, '5'],
  [-1.5, '-1.5'],
  [true, 'true'],
  [null, 'null'],
  ['5', '"5"'],
  ['true', '"true"'],
  ['"quoted"', '"\\"quoted\\""'],
  ['', ''],
])('%j is typed as %s, and read back', (value, text) => {
  expect(formatScalar(value)).toBe(text);
  expect(parseScalar(text)).toBe(value);
});

test('what is nothing else is text', () => {
  expect(parseScalar('1 apple')).toBe('1 apple');
  expect(parseScalar('"open')).toBe('"open');
  expect(parseScalar('Note: true')).toBe('Note: true');
});
