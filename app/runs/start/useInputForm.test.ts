import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { asksForInput } from './useInputForm.ts';

const PLAIN = 'tasks: [{ id: a, type: basic, use: "core:http", with: { url: "https://example.com" } }]\n';

function asks(text: string, last?: Record<string, string>): boolean {
  return asksForInput({ workflow: analyze('a.yaml', text).workflow, text, last });
}

test('a workflow that declares no input and reads none is asked for none', () => {
  expect(asks(PLAIN)).toBe(false);
  expect(asks(PLAIN, {})).toBe(false);
});

test('one that declares inputs is asked, though each of them has a default', () => {
  expect(asks(`schema: { input: { properties: { n: { type: integer, default: 1 } } } }\n${PLAIN}`)).toBe(true);
});

test('one that may read an input is asked, and one that was given some before', () => {
  expect(asks(PLAIN.replace('https', '{{ input.scheme }}'))).toBe(true);
  expect(asks(`import: [other.yaml]\n${PLAIN}`)).toBe(true);
  expect(asks(PLAIN, { name: 'Ada' })).toBe(true);
});
