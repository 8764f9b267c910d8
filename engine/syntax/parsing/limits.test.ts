import { describe, expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { parseSyntax, toNodeData } from '../index.ts';
import { parseFragment } from './parseFragment.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * How often what makes a text long is in it: as often as can be in `npm run test:long`, and a quarter of that in `npm test`, still beyond
 * the limit. Work that grows with the square of a length would take more than a minute for that too.
 */
const MANY = numRuns(1) > 1 ? 5 * MEBIBYTE : 1.25 * MEBIBYTE;

function codesOf(text: string): string[] {
  return [...new Set(parseSyntax(text).errors.map((error) => error.code))];
}

/** Most time of the processor that a hostile text may take, in ms: ten times what the slowest takes on an idle machine. */
const LONGEST = 40_000;

/** Codes, and that they took no more work than they may. */
function codesWithin(text: string): string[] {
  const start = process.cpuUsage();
  const codes = codesOf(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(LONGEST);
  return codes;
}

function nested(levels: number): string {
  return `a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`;
}

describe('hostile texts', () => {
  test.each([
    ['a text over 10 MiB', 'a'.repeat(10 * MEBIBYTE + 1), ['TOO_LARGE']],
    ['one long quoted value', `a: "${'x'.repeat(9 * MEBIBYTE)}"`, []],
    ['one long text block', `a: |\n${'  some text in a line\n'.repeat(300_000)}`, []],
    ['one long plain value', `a: x\n${'  more words\n'.repeat(200_000)}`, []],
    ['a quote that never ends', `a: "${'x\n  '.repeat(400_000)}`, ['SYNTAX_ERROR']],
    ['a wide list', `a:\n${'  - 1\n'.repeat(300_000)}`, ['TOO_MANY_NODES']],
    ['a wide flow list', `a: [${'1,'.repeat(500_000)}]`, ['TOO_MANY_NODES']],
    ['many top keys', Array.from({ length: 300_000 }, (_, index) => `k${index}: 1\n`).join(''), ['TOO_MANY_NODES']],
    ['deep brackets', '['.repeat(100_000), ['NOT_A_MAP', 'TOO_DEEP']],
    ['deep braces', `a: ${'{a: '.repeat(100_000)}`, ['TOO_DEEP']],
    ['deep dashes', `${'- '.repeat(50_000)}x`, ['NOT_A_MAP', 'TOO_DEEP']],
    ['deep question marks', `${'? '.repeat(50_000)}x`, ['TOO_DEEP']],
    ['deep indents', Array.from({ length: 2_000 }, (_, index) => `${' '.repeat(index)}a:\n`).join(''), ['TOO_DEEP']],
    ['many anchors', `a: &a 1\n${'b: &a 1\n'.repeat(20_000)}`, ['DUPLICATE_KEY']],
    ['many templates without quotes', 'a:\n'.concat('  - {{ x }}\n'.repeat(10_000)), ['UNQUOTED_TEMPLATE']],
    ['many documents', '---\na: 1\n'.repeat(20_000), ['MULTIPLE_DOCUMENTS']],
    ['lines that start documents', '---\n'.repeat(2.5 * MEBIBYTE), ['MULTIPLE_DOCUMENTS']],
    ['lines that end documents', '...\n'.repeat(2.5 * MEBIBYTE), ['MULTIPLE_DOCUMENTS']],
    ['signs of text blocks', '|\n'.repeat(5 * MEBIBYTE), ['TOO_MANY_NODES']],
    ['a text block of too many lines', `a: |\n${'  x\n'.repeat(2 * MEBIBYTE)}`, ['TOO_MANY_NODES']],
    ['a plain text of too many lines', '@\n'.repeat(5 * MEBIBYTE), ['TOO_MANY_NODES']],
    ['a quoted text of too many lines', `a: "${'\\\n '.repeat(3 * MEBIBYTE)}"`, ['TOO_MANY_NODES']],
    ['a quoted text at the left edge', `a: "${'\\\n'.repeat(MANY - 8)}"`, ['SYNTAX_ERROR']],
    ['tabs', '\t'.repeat(MEBIBYTE), ['EMPTY_DOCUMENT']],
    ['brackets closed too often', ']'.repeat(20_000), ['SYNTAX_ERROR']],
    ['quotes on one line', '"'.repeat(5 * MEBIBYTE), ['TOO_MANY_NODES']],
    ['a text block with a gap', `a: |\n  x${' '.repeat(9 * MEBIBYTE)}y\n`, []],
    ['a long key in quotes', `"${'x'.repeat(9 * MEBIBYTE)}": 1`, ['SYNTAX_ERROR']],
    ['a long key with blanks', `x${' '.repeat(9 * MEBIBYTE)}y: 1`, ['SYNTAX_ERROR']],
    ['escapes that are none', `a: "${'\\q'.repeat(0.8 * MANY)}"`, ['SYNTAX_ERROR']],
    ['braces closed by the million', '}'.repeat(MANY), ['TOO_MANY_NODES']],
    ['lines indented with tabs', `a:\n${'\tb: 1\n'.repeat(100_000)}`, ['TAB_INDENT']],
    ['lines indented with tabs without end', `a:\n${'\tb: 1\n'.repeat(MANY / 5)}`, ['TOO_MANY_NODES']],
    ['templates in brackets on one line', `a: [${'{{ x }}, '.repeat(MANY / 10)}`, ['UNQUOTED_TEMPLATE']],
    ['colons', ': '.repeat(20_000), ['SYNTAX_ERROR']],
    ['blank lines', `a: 1\n${'\n'.repeat(MANY)}`, ['TOO_MANY_NODES']],
    ['nothing but blank lines', '\n'.repeat(5 * MEBIBYTE), ['EMPTY_DOCUMENT']],
    ['comments', '# x\n'.repeat(MEBIBYTE), ['EMPTY_DOCUMENT']],
    ['bytes of a picture', `\u0089PNG\r\n\u001a\n\0\0\0`, ['BINARY_FILE']],
  ])('%s', (_, text, codes) => {
    expect(codesWithin(text)).toEqual(codes.length === 0 ? [] : expect.arrayContaining(codes));
  });

  test.each([
    ['at once', '  - {{ x }}\n'],
    ['once the one before it is read', '  - {{ x[ }}\n'],
  ])('a template without quotes that is one too many ends what is read; it is found %s', (_, last) => {
    const before = `a:\n${'  - {{ x }}\n'.repeat(9_999)}${last}`;
    const { root, problems } = parseFragment(`${before}  - {{ y }}\n  - 1\n`, 0);
    const list = root?.kind === 'map' ? root.entries[0]?.value : null;
    const items =
      list?.kind === 'list' ? list.items.filter(({ value }) => value?.kind === 'scalar' && value.source) : [];
    expect(items).toHaveLength(10_000);
    const stop = problems.find(({ code }) => code === 'TOO_MANY_NODES');
    expect(stop?.message).toMatch(/^This part of the document has more than 10,000 templates without quotes/);
    expect(stop?.range.start).toBe(before.length + '  - '.length);
  });

  test('among many errors is the one that says where reading stopped', () => {
    const { errors } = parseSyntax(`a: [${'{{ x }}, '.repeat(10_001)}]\n`);
    expect(errors).toHaveLength(200);
    expect(errors.at(-1)?.message).toMatch(/^This part of the document has more than 10,000 templates without quotes/);
  });

  test('a quarter of a million keys and values are read, wherever they are', () => {
    const rows = Array.from({ length: 41_000 }, (_, index) => `  - { id: ${index}, name: "Row" }\n`).join('');
    const tasks = Array.from(
      { length: 24_000 },
      (_, index) => `  - id: t${index}\n    type: basic\n    with:\n      n: 1\n`,
    );
    for (const text of [`a:\n${rows}`, `tasks:\n${tasks.join('')}`, `a: [${'1, '.repeat(249_000)}]\n`])
      expect(codesWithin(text)).toEqual([]);
  });

  test('a hundred duplicate keys among fifty thousand are found in linear time', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `  k${index % 19_900}: 1\n`).join('');
    expect(codesWithin(`a:\n${text}`)).toEqual(['DUPLICATE_KEY']);
  });

  test('aliases that would grow without bound refer to nothing beyond the limit', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level += 1)
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      );
    const syntax = parseSyntax(lines.join('\n'));
    expect(syntax.errors[0]?.code).toBe('ALIAS_EXPANSION');
    expect(JSON.stringify(toJson(toNodeData(syntax.root))).length).toBeLessThan(1_000_000);
  });

  test('a value that contains itself is cut at the alias', () => {
    const syntax = parseSyntax('a: &x\n  b: [*x]\n');
    expect(syntax.errors.map((error) => [error.code, error.path])).toEqual([['ALIAS_CYCLE', ['a', 'b', 0]]]);
    expect(toJson(toNodeData(syntax.root))).toEqual({ a: { b: [null] } });
  });

  test('a key __proto__ is data and changes no prototype', () => {
    const value = toJson(toNodeData(parseSyntax('__proto__:\n  polluted: true\n').root));
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('at most 64 levels are read, and the level below is named', () => {
    expect(codesOf(nested(63))).toEqual([]);
    const [error] = parseSyntax(nested(64)).errors;
    expect([error?.code, error?.range]).toEqual(['TOO_DEEP', { start: 66, end: 67 }]);
  });
});
