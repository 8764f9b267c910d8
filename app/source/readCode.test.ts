import { expect, test } from 'vitest';
import { findScriptMistake } from './readCode.ts';

test.each([
  ['return { a: [1, 2].map((x) => x + 1) };', null],
  ['const re = /[(]/g; return re;', null],
  ['return `a ${b("}")} c`;', null],
  ['if (a) /[(]/.test(b);', null],
  ['', null],
  ['return { a: 1 ;', 'This { is never closed. 7'],
  ['f(a));', 'Nothing is open that this ) closes. 4'],
  ['f([1);', 'Nothing is open that this ) closes. 4'],
  ['x = "open\n;', 'This text is never closed. 4'],
  ['x = "a\\"', 'This text is never closed. 4'],
  ['/* a', 'This comment is never closed. 0'],
])('%j: %j', (text, expected) => {
  const found = findScriptMistake(text);
  expect(found && `${found.message} ${found.start}`).toBe(expected);
});
