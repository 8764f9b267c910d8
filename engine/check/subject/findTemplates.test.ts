import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';
import { numRuns } from '../../testing/index.ts';
import { scalarRange } from './findTemplates.ts';

/** The text under the range of `MARK` in the first value of a document. */
function underMark(text: string): string {
  const { root } = parseSyntax(text);
  const node = root?.kind === 'map' ? (root.entries[0]?.value ?? null) : null;
  if (node?.kind !== 'scalar') throw new Error(`no scalar in ${JSON.stringify(text)}`);
  const at = String(node.value).indexOf('MARK');
  const range = scalarRange(node, { start: at, end: at + 4 });
  return text.slice(range.start, range.end);
}

test.each([
  ['a: some MARK here'],
  ['a: some\n  words\n\n\n  and MARK here'],
  ["a: 'it''s ''MARK'''"],
  ["a: 'one\n  two\n\n  three MARK'"],
  ['a: "\\u00e4\\t\\x41 \\"MARK\\""'],
  ['a: "\\U0001F600 MARK"'],
  ['a: "one \\\n  two\n\n\n  three \\n MARK"'],
  ['a: |\n  one\n\n    two\n  MARK\n'],
  ['a: |2-\n    one\n  MARK'],
  ['a: >\n  one\n  two\n\n  three\n\n\n  MARK\n'],
  ['a: >-\n  one\n    kept\n    lines\n  MARK'],
  ['a: |\r\n  one\r\n  MARK\r\n'],
])('finds a part of the value of %j', (text) => {
  expect(underMark(text)).toBe('MARK');
});

test('finds a part of any text in double quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      fc.pre(!`${before}${after}`.includes('MARK') && !/[\ud800-\udfff]/u.test(before + after));
      expect(underMark(`a: ${JSON.stringify(`${before}MARK${after}`)}`)).toBe('MARK');
    }),
    { numRuns: numRuns(100) },
  );
});

test('finds a part of any lines in a literal block', () => {
  const line = fc.stringMatching(/^[a-z{}'"\\: #]{0,12}$/);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = `a: |2-\n${[...lines, 'x MARK'].map((content) => `  ${content}`).join('\n')}\n`;
      expect(underMark(text)).toBe('MARK');
    }),
    { numRuns: numRuns(100) },
  );
});
