import { expect, test } from 'vitest';
import { tokenizeScript, tokenizeScriptLine } from './tokenizeScript.ts';

/** The tokens that are no spaces, as `kind:text`. */
function tokens(text: string): string {
  return tokenizeScript(text)
    .filter((token) => token.text.trim() !== '')
    .map((token) => `${token.kind}:${token.text}`)
    .join(' ');
}

test('words, calls, texts and numbers each have their kind', () => {
  expect(tokens('const n = sum(1, "a");')).toBe(
    'keyword:const value:n delimiter:= expression.function:sum delimiter:( constant:1 delimiter:, string:"a" delimiter:) delimiter:;',
  );
});

test('a slash divides after a value, and begins a regular expression after a sign or a keyword', () => {
  expect(tokens('a / b / c')).toBe('value:a delimiter:/ value:b delimiter:/ value:c');
  expect(tokens('return /[/"]+/g.test(x)')).toContain('regexp:/[/"]+/g');
  expect(tokens('x = /a\\/b/')).toContain('regexp:/a\\/b/');
});

test('comments and texts that are not closed reach to where they can', () => {
  expect(tokens('a /* b\n c')).toBe('value:a comment:/* b\n c');
  expect(tokens('x = "open\ny')).toBe('value:x delimiter:= string:"open value:y');
  expect(tokens('`a ${b} "')).toBe('string:`a ${b} "');
});

test('a property that is called as a keyword is none', () => {
  expect(tokens('map.delete(1)')).toContain('expression.function:delete');
});

test('whatever is typed, the tokens joined are the text', () => {
  const text = 'const π = `x${1}`; /* é */ a?.b ?? @c #d \\ "\\" // end';
  expect(
    tokenizeScript(text)
      .map((token) => token.text)
      .join(''),
  ).toBe(text);
});

test('line by line the kinds are those of the whole text', () => {
  const text = [
    '/* two',
    'lines */ const a = `open ${b}',
    "it's still a text` / 2",
    '/ 3; // a text that ends',
    '',
    'return',
    '/[a/]+/.test("x\\',
    'y")',
  ].join('\n');
  const whole: string[] = [];
  for (const { text: part, kind } of tokenizeScript(text))
    for (const sign of part) whole.push(sign === '\n' ? '\n' : kind);
  let before = '';
  const lines = text.split('\n').map((line) => {
    const { tokens: found, after } = tokenizeScriptLine(line, before);
    before = after;
    return Array.from(line, (_, at) => found.findLast(({ start }) => start <= at)?.kind ?? 'none');
  });
  expect(lines.flatMap((kinds, index) => (index === 0 ? kinds : ['\n', ...kinds]))).toEqual(whole);
});
