import { expect, test } from 'vitest';
import { tellChanges } from './compareRequests.ts';

const LONG = `${'Sort this mail. '.repeat(20)}Be brief.`;

test.each([
  [{ input: { url: 'a', n: 1 } }, { input: { url: 'b', n: 1 } }, 'input.url was "a" and is "b"'],
  [{ input: { a: [1, 2] } }, { input: { a: [1, 3, 4] } }, 'input.a.1 was 2 and is 3; input.a.2 is new: 4'],
  [{ config: { temperature: 1 } }, { config: {} }, 'config.temperature is gone, which was 1'],
  [{ a: null }, { a: { b: 1 } }, 'a was null and is {"b":1}'],
  [
    { a: 1, b: 1, c: 1, d: 1, e: 1 },
    { a: 2, b: 2, c: 2, d: 2, e: 2 },
    'a was 1 and is 2; b was 1 and is 2; c was 1 and is 2; 2 more places differ',
  ],
  [
    { instructions: LONG },
    { instructions: LONG.replace('brief', 'kind') },
    'instructions was … Sort this mail. Be brief." and is … Sort this mail. Be kind."',
  ],
])('%j and %j: %s', (before, now, told) => {
  expect(tellChanges(before, now)).toBe(told);
});
