/** For the tests of this folder: code that does not end by itself. */
export const ENDLESS: readonly (readonly [string, string])[] = [
  ['a loop without end', 'for (;;) {}'],
  ['one that catches what stops it', 'for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }'],
  ['one of promises', 'const f = () => Promise.resolve().then(f); await f()'],
  ['a pattern that backtracks', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
  ['a getter of what it returns', 'return { get a() { for (;;) {} } }'],
  ['one in toJSON', 'return { toJSON() { for (;;) {} } }'],
  ['one in the text of its error', 'throw { get message() { for (;;) {} } }'],
];
