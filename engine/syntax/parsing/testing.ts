/** For the tests of this folder: texts as large, and as hostile, as a file may be. */
import { parseSyntax } from '../index.ts';

const MEBIBYTE = 1024 * 1024;

/** The codes of a text's errors, each once. */
export function codesOf(text: string): string[] {
  return [...new Set(parseSyntax(text).errors.map((error) => error.code))];
}

/** What it is, the text, and codes that it has. */
type HostileText = readonly [name: string, text: string, codes: readonly string[]];

/**
 * Texts that make work for a parser. Long: what makes them long is in them as often as can be, or far beyond the limit that they reach. Short:
 * just beyond that limit; where another text reaches the same one, as long as is read in a moment.
 */
export function hostileTexts(form: 'short' | 'long'): readonly HostileText[] {
  return TEXTS.map(({ name, make, ...sized }) => {
    const [size, ...codes] = sized[form];
    return [name, make(size), codes];
  });
}

/** How a text is made of a size, and the codes that it has at two sizes. */
interface SizedText {
  readonly name: string;
  readonly make: (size: number) => string;
  readonly long: Sized;
  readonly short: Sized;
}

type Sized = readonly [size: number, ...codes: string[]];

const TEXTS: readonly SizedText[] = [
  hostile('a text over 10 MiB', (n) => 'a'.repeat(n), [10 * MEBIBYTE + 1, 'TOO_LARGE']),
  hostile('one long quoted value', (n) => `a: "${'x'.repeat(n)}"`, [9 * MEBIBYTE], [MEBIBYTE]),
  hostile('one long text block', (n) => `a: |\n${'  some text in a line\n'.repeat(n)}`, [300_000], [30_000]),
  hostile('one long plain value', (n) => `a: x\n${'  more words\n'.repeat(n)}`, [200_000], [20_000]),
  hostile(
    'a quote that never ends',
    (n) => `a: "${'x\n  '.repeat(n)}`,
    [400_000, 'SYNTAX_ERROR'],
    [40_000, 'SYNTAX_ERROR'],
  ),
  hostile('a wide list', (n) => `a:\n${'  - 1\n'.repeat(n)}`, [300_000, 'TOO_MANY_NODES'], [250_000, 'TOO_MANY_NODES']),
  hostile('a wide flow list', (n) => `a: [${'1,'.repeat(n)}]`, [500_000, 'TOO_MANY_NODES'], [10_000]),
  hostile(
    'many top keys',
    (n) => Array.from({ length: n }, (_, index) => `k${index}: 1\n`).join(''),
    [300_000, 'TOO_MANY_NODES'],
    [10_000],
  ),
  hostile('deep brackets', (n) => '['.repeat(n), [100_000, 'NOT_A_MAP', 'TOO_DEEP']),
  hostile('deep braces', (n) => `a: ${'{a: '.repeat(n)}`, [100_000, 'TOO_DEEP']),
  hostile('deep dashes', (n) => `${'- '.repeat(n)}x`, [50_000, 'NOT_A_MAP', 'TOO_DEEP']),
  hostile('deep question marks', (n) => `${'? '.repeat(n)}x`, [50_000, 'TOO_DEEP']),
  hostile('deep indents', (n) => Array.from({ length: n }, (_, index) => `${' '.repeat(index)}a:\n`).join(''), [
    2_000,
    'TOO_DEEP',
  ]),
  hostile(
    'many anchors',
    (n) => `a: &a 1\n${'b: &a 1\n'.repeat(n)}`,
    [20_000, 'DUPLICATE_KEY'],
    [1_000, 'DUPLICATE_KEY'],
  ),
  hostile(
    'many templates without quotes',
    (n) => 'a:\n'.concat('  - {{ x }}\n'.repeat(n)),
    [10_000, 'UNQUOTED_TEMPLATE'],
    [500, 'UNQUOTED_TEMPLATE'],
  ),
  hostile('many documents', (n) => '---\na: 1\n'.repeat(n), [20_000, 'MULTIPLE_DOCUMENTS']),
  hostile(
    'lines that start documents',
    (n) => '---\n'.repeat(n),
    [2.5 * MEBIBYTE, 'MULTIPLE_DOCUMENTS'],
    [260_000, 'MULTIPLE_DOCUMENTS'],
  ),
  hostile(
    'lines that end documents',
    (n) => '...\n'.repeat(n),
    [2.5 * MEBIBYTE, 'MULTIPLE_DOCUMENTS'],
    [260_000, 'MULTIPLE_DOCUMENTS'],
  ),
  hostile(
    'signs of text blocks',
    (n) => '|\n'.repeat(n),
    [5 * MEBIBYTE, 'TOO_MANY_NODES'],
    [1_300_000, 'TOO_MANY_NODES'],
  ),
  hostile(
    'a text block of too many lines',
    (n) => `a: |\n${'  x\n'.repeat(n)}`,
    [2 * MEBIBYTE, 'TOO_MANY_NODES'],
    [20_000],
  ),
  hostile(
    'a plain text of too many lines',
    (n) => '@\n'.repeat(n),
    [5 * MEBIBYTE, 'TOO_MANY_NODES'],
    [20_000, 'SYNTAX_ERROR'],
  ),
  hostile(
    'a quoted text of too many lines',
    (n) => `a: "${'\\\n '.repeat(n)}"`,
    [3 * MEBIBYTE, 'TOO_MANY_NODES'],
    [1_300_000, 'TOO_MANY_NODES'],
  ),
  hostile(
    'a quoted text at the left edge',
    (n) => `a: "${'\\\n'.repeat(n)}"`,
    [5 * MEBIBYTE - 8, 'SYNTAX_ERROR'],
    [2_000, 'SYNTAX_ERROR'],
  ),
  hostile('tabs', (n) => '\t'.repeat(n), [MEBIBYTE, 'EMPTY_DOCUMENT']),
  hostile('brackets closed too often', (n) => ']'.repeat(n), [20_000, 'SYNTAX_ERROR'], [2_000, 'SYNTAX_ERROR']),
  hostile('quotes on one line', (n) => '"'.repeat(n), [5 * MEBIBYTE, 'TOO_MANY_NODES'], [20_000, 'SYNTAX_ERROR']),
  hostile('a text block with a gap', (n) => `a: |\n  x${' '.repeat(n)}y\n`, [9 * MEBIBYTE]),
  hostile(
    'a long key in quotes',
    (n) => `"${'x'.repeat(n)}": 1`,
    [9 * MEBIBYTE, 'SYNTAX_ERROR'],
    [5_000, 'SYNTAX_ERROR'],
  ),
  hostile(
    'a long key with blanks',
    (n) => `x${' '.repeat(n)}y: 1`,
    [9 * MEBIBYTE, 'SYNTAX_ERROR'],
    [5_000, 'SYNTAX_ERROR'],
  ),
  hostile(
    'escapes that are none',
    (n) => `a: "${'\\q'.repeat(n)}"`,
    [4 * MEBIBYTE, 'SYNTAX_ERROR'],
    [20_000, 'SYNTAX_ERROR'],
  ),
  hostile(
    'braces closed by the million',
    (n) => '}'.repeat(n),
    [5 * MEBIBYTE, 'TOO_MANY_NODES'],
    [20_000, 'SYNTAX_ERROR'],
  ),
  hostile(
    'lines indented with tabs',
    (n) => `a:\n${'\tb: 1\n'.repeat(n)}`,
    [100_000, 'TAB_INDENT'],
    [300, 'TAB_INDENT'],
  ),
  hostile(
    'lines indented with tabs without end',
    (n) => `a:\n${'\tb: 1\n'.repeat(n)}`,
    [MEBIBYTE, 'TOO_MANY_NODES'],
    [300, 'TAB_INDENT'],
  ),
  hostile(
    'templates in brackets on one line',
    (n) => `a: [${'{{ x }}, '.repeat(n)}`,
    [0.5 * MEBIBYTE, 'UNQUOTED_TEMPLATE'],
    [500, 'UNQUOTED_TEMPLATE'],
  ),
  hostile('colons', (n) => ': '.repeat(n), [20_000, 'SYNTAX_ERROR']),
  hostile('blank lines', (n) => `a: 1\n${'\n'.repeat(n)}`, [5 * MEBIBYTE, 'TOO_MANY_NODES'], [20_000]),
  hostile(
    'nothing but blank lines',
    (n) => '\n'.repeat(n),
    [5 * MEBIBYTE, 'EMPTY_DOCUMENT'],
    [260_000, 'EMPTY_DOCUMENT'],
  ),
  hostile('comments', (n) => '# x\n'.repeat(n), [MEBIBYTE, 'EMPTY_DOCUMENT'], [260_000, 'EMPTY_DOCUMENT']),
  hostile('bytes of a picture', () => '\u0089PNG\r\n\u001a\n\0\0\0', [1, 'BINARY_FILE']),
];

function hostile(name: string, make: (size: number) => string, long: Sized, short: Sized = long): SizedText {
  return { name, make, long, short };
}

/** Texts in which nothing is wrong, with a quarter of a million keys and values, as many as may be read; or a share of that. */
export function honestTexts(share: number): readonly [string, string, string] {
  const rows = Array.from({ length: 41_000 * share }, (_, index) => `  - { id: ${index}, name: "Row" }\n`);
  const tasks = Array.from(
    { length: 24_000 * share },
    (_, index) => `  - id: t${index}\n    type: basic\n    with:\n      n: 1\n`,
  );
  return [`a:\n${rows.join('')}`, `tasks:\n${tasks.join('')}`, `a: [${'1, '.repeat(249_000 * share)}]\n`];
}
