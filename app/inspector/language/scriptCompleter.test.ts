import { expect, test } from 'vitest';
import { completeScript } from './scriptCompleter.ts';

function labels(text: string): string[] {
  const found = completeScript(text, text.length, ['items', 'max-price', 'tax']);
  return found instanceof Promise ? [] : found.map(({ label }) => label);
}

test('input is known, and the keys that it is given, those that are names', () => {
  expect(labels('return in')).toEqual(['input']);
  expect(labels('return input.')).toEqual(['items', 'tax']);
  expect(labels('return input.it')).toEqual(['items']);
});

test('the members of other values are not', () => {
  expect(labels('return x.input.')).toEqual([]);
  expect(labels('return x.in')).toEqual([]);
  expect(labels('return ')).toEqual([]);
});
