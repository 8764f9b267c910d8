import { expect, test } from 'vitest';
import type { Json } from '#engine/values';
import { describeResult } from './describeResult.ts';

test.each<[string, Json, string | null]>([
  ['a text on one line', 'Hello,\n\n  you are right.', 'Hello, you are right.'],
  ['a number', 42, '42'],
  [
    'the texts of a map by themselves, other values with their key',
    { topic: 'refund', amount: 49 },
    'refund · amount 49',
  ],
  ['the length of a list by its key', { pages: [1, 2] }, '2 pages'],
  ['the only entry of a list', { incidents: [{ id: 'INC-1', status: 'fixing' }] }, 'INC-1 · fixing'],
  ['a map inside a map by its key', { a: { b: 1 }, ok: true }, 'a · ok true'],
  ['a list by its length', [1], '1 item'],
  ['nothing of what is empty', { a: null, b: '' }, null],
  ['nothing of null', null, null],
])('the line of a result says %s', (_, output, line) => {
  expect(describeResult('basic', output)).toBe(line);
});

test('a decision says which route it took', () => {
  const output = { value: 'technical', route: 'technical', matched: true };
  expect(describeResult('decision', output)).toBe('technical');
  expect(describeResult('decision', { value: 'x', route: null, matched: false })).toBe('x · matched false');
});

test('a long text and a wide map cost no more than a line', () => {
  expect(describeResult('basic', 'x'.repeat(5_000_000))?.length).toBe(120);
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
  expect(describeResult('basic', wide)).toBe('k0 0 · k1 1 · k2 2 · k3 3');
});
