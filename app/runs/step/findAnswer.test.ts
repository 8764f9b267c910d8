import { expect, test } from 'vitest';
import { findAnswer } from './useAnswerForm.ts';

const boolean = { type: 'boolean' };
const map = (properties: object, ...required: readonly string[]) => ({ type: 'object', properties, required }) as never;

test('a yes or no is a boolean, or a map with one required boolean', () => {
  expect(findAnswer(boolean)).toEqual({ name: null });
  expect(findAnswer(map({ ok: boolean }, 'ok'))).toEqual({ name: 'ok' });
  expect(findAnswer(map({ ok: boolean, sure: boolean, by: { type: 'string' } }, 'by', 'ok'))).toEqual({ name: 'ok' });
});

test.each([
  [null],
  [true],
  [{ type: 'string' }],
  [{ type: ['boolean', 'null'] }],
  [{ type: 'boolean', const: true }],
  [map({ ok: boolean })],
  [map({ ok: boolean, sure: boolean }, 'ok', 'sure')],
  [map({ by: { type: 'string' } }, 'by')],
  [map({}, 'ok')],
])('%j is none', (schema) => {
  expect(findAnswer(schema)).toBeNull();
});
