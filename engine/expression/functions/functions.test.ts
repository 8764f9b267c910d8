import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { failureOf, TEST_NOW, valueOf } from '../testing.ts';
import { ROOTS } from '../tree/expressionRoots.ts';
import { FUNCTIONS } from './describeFunctions.ts';

const rows = [
  { name: 'b', n: 2 },
  { name: 'a', n: 2 },
  { name: 'c', n: null },
  { name: 'd', n: 1 },
];

const roots = { rows, people: { ada: 36, bob: 41 }, nothing: null };

/** Every listed function with what it gives; `ERROR` means an `EXPRESSION_ERROR`. */
const CASES: readonly (readonly [string, Json])[] = [
  // Time and chance: the scope's clock is at 2026-01-31T08:05:07.003Z.
  ['now()', '2026-01-31T08:05:07.003Z'],
  ['timestamp()', TEST_NOW],
  ['len(uuid())', 36],
  ["matches(uuid(), '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$')", true],
  ['uuid() == uuid()', false],
  ["formatDate(now(), 'yyyy-MM-dd HH:mm:ss.SSS')", '2026-01-31 08:05:07.003'],
  ["formatDate(timestamp(), 'EEE d MMM yy, h:mm a')", 'Sat 31 Jan 26, 8:05 AM'],
  ["formatDate('2024-02-29', 'EEEE dd MMMM')", 'Thursday 29 February'],
  ["formatDate('2026-01-01T00:30:00Z', 'dd.MM. HH:mm XXX', '-03:30')", '31.12. 21:00 -03:30'],
  ["formatDate('2026-01-01T00:30:00+02:00', \"yyyy-MM-dd'T'HH:mmXXX\", 'Z')", '2025-12-31T22:30Z'],
  ["formatDate(0, \"hh 'o''clock' a\")", "12 o'clock AM"],
  ["formatDate('2026-13-01', 'yyyy')", 'ERROR'],
  ["formatDate('2025-02-29', 'yyyy')", 'ERROR'],
  ["formatDate('tomorrow', 'yyyy')", 'ERROR'],
  ["formatDate(now(), 'YYYY')", 'ERROR'],
  ["formatDate(now(), 'yyyy', 'Europe/Berlin')", 'ERROR'],
  ["formatDate(now(), 'yyyy', '+25:00')", 'ERROR'],
  ["formatDate(1e18, 'yyyy')", 'ERROR'],
  ["formatDate(null, 'yyyy')", null],
  ["addDuration('2026-02-28', '1d')", '2026-03-01T00:00:00.000Z'],
  ["addDuration('2024-02-28T23:00:00Z', '1h30m')", '2024-02-29T00:30:00.000Z'],
  ["addDuration(1000, '1.5s')", 2500],
  ["addDuration('2026-01-01', '-2d')", '2025-12-30T00:00:00.000Z'],
  ["addDuration('2026-01-01', 500)", '2026-01-01T00:00:00.500Z'],
  ["addDuration('2026-01-01', 'soon')", 'ERROR'],
  ["addDuration('9999-12-31', '2d')", 'ERROR'],
  // Sizes and maps.
  ["len('abc')", 3],
  ['len([1, 2])', 2],
  ['len({a: 1})', 1],
  ['len(null)', 0],
  ['len(5)', 'ERROR'],
  ['keys(people)', ['ada', 'bob']],
  ['values(people)', [36, 41]],
  [
    'entries(people)',
    [
      { key: 'ada', value: 36 },
      { key: 'bob', value: 41 },
    ],
  ],
  ['keys(nothing)', null],
  ['keys([1])', 'ERROR'],
  ['merge({a: 1, b: 1}, {b: 2}, {c: 3})', { a: 1, b: 2, c: 3 }],
  ['merge({a: 1}, null)', null],
  ['merge({a: 1}, [1])', 'ERROR'],
  ["pick({a: 1, b: 2}, ['a', 'x'])", { a: 1 }],
  ["pick({a: 1, b: 2}, 'b', 'a')", { b: 2, a: 1 }],
  ["omit({a: 1, b: 2}, 'a')", { b: 2 }],
  ["omit({a: 1, b: 2}, ['a', 'b'])", {}],
  ['pick({a: 1}, [[]])', 'ERROR'],
  // Text.
  ["contains('abc', 'bc')", true],
  ['contains([1, {a: 1}], {a: 1})', true],
  ["contains({a: null}, 'a')", true],
  ["contains({a: 1}, 'toString')", false],
  ['contains(5, 5)', 'ERROR'],
  ["contains('abc', 5)", 'ERROR'],
  ['contains([null], null)', null],
  ["startsWith('abc', 'ab')", true],
  ["endsWith('abc', 'ab')", false],
  ['startsWith(1, 2)', 'ERROR'],
  ["lower('ÄB')", 'äb'],
  ["upper('äb')", 'ÄB'],
  ['upper(5)', 'ERROR'],
  ["trim(' a\\n')", 'a'],
  ["split('a,b,', ',')", ['a', 'b', '']],
  ["split('a😀', '')", ['a', '😀']],
  ['join([1, null, true, {a: 1}])', '1,,true,{"a":1}'],
  ["join(['a', 'b'], ' and ')", 'a and b'],
  ["join('ab')", 'ERROR'],
  ["replace('a.b.c', '.', '$&')", 'a$&b$&c'],
  ["replace('aaa', 'aa', 'b')", 'ba'],
  ["replace('abc', '', 'x')", 'ERROR'],
  ["matches('order 66', '\\d+')", true],
  ["matches('order', '^\\d+$')", false],
  ["matches('a', '(?=a)')", 'ERROR'],
  ["matches('a', '(')", 'ERROR'],
  ["base64('Grüße 😀')", 'R3LDvMOfZSDwn5iA'],
  ["base64('')", ''],
  ["base64('a')", 'YQ=='],
  ["encodeURI('https://x.y/a b?c=ü&d')", 'https://x.y/a%20b?c=%C3%BC&d'],
  ["encodeURIComponent('a&b/ü')", 'a%26b%2F%C3%BC'],
  ["encodeURI('\\ud800')", 'ERROR'],
  // Numbers.
  ['sum([1, 2.5])', 3.5],
  ['sum([])', 0],
  ['sum([1, null])', null],
  ["sum([1, '2'])", 'ERROR'],
  ['min([3, 1, 2])', 1],
  ['max(3, 1, 7)', 7],
  ["max(['a', 'b'])", 'b'],
  ['min([])', null],
  ['max([1, null])', null],
  ["min([1, 'a'])", 'ERROR'],
  ['floor(-1.5)', -2],
  ['ceil(1.2)', 2],
  ['abs(-3)', 3],
  ["floor('1')", 'ERROR'],
  ['round(2.5)', 3],
  ['round(-2.5)', -3],
  ['round(1.005, 2)', 1.01],
  ['round(1234.5, -2)', 1200],
  ['round(1e300, 20)', 1e300],
  ['round(1e-9, 2)', 0],
  ['round(1, 0.5)', 'ERROR'],
  ['range(0, 3)', [0, 1, 2]],
  ['range(3, 0, -1)', [3, 2, 1]],
  ['range(0, 1, 0.25)', [0, 0.25, 0.5, 0.75]],
  ['range(3, 0)', []],
  ['range(0, 3, 0)', 'ERROR'],
  // Lists.
  ['slice([1, 2, 3], 1)', [2, 3]],
  ['slice([1, 2, 3], -2, -1)', [2]],
  ["slice('abc', 0, 2)", 'ab'],
  ['slice({}, 0)', 'ERROR'],
  ["slice('abc', 0.5)", 'ERROR'],
  ['reverse([1, 2])', [2, 1]],
  ['sort([10, 9, null, 1])', [1, 9, 10, null]],
  ["sort(['b', 'B', 'a'])", ['B', 'a', 'b']],
  ["map(sort(rows, x => x.n), x => x.name) | join('')", 'dbac'],
  ["map(sort(rows, 'name'), x => x.name) | join('')", 'abcd'],
  ['sort([[1], [2]])', 'ERROR'],
  ["sort([1, 'a'])", 'ERROR'],
  ['unique([1, 1, {a: 1}, {a: 1}, null, null, [1], [1], 1.0])', [1, { a: 1 }, null, [1]]],
  ['flatten([1, [2, [3]], []])', [1, 2, [3]]],
  ['first([1, 2])', 1],
  ['last([1, 2])', 2],
  ['first([])', null],
  ['last([])', null],
  ["first('abc')", 'ERROR'],
  ['map([1, 2], (x, i) => x * i)', [0, 2]],
  ['map(people, x => x)', 'ERROR'],
  ['map(nothing, x => x)', null],
  ["filter([0, 1, '', 'a', null, []], x => x)", [1, 'a', []]],
  ['find([1, 2, 3], x => x > 1)', 2],
  ['find([1], x => x > 1)', null],
  ['some([1, 2], x => x > 1)', true],
  ['every([], x => false)', true],
  ['every([1, 2], (x, i) => x > i)', true],
  ['reduce([1, 2, 3], (acc, x, i) => acc + x * i, 10)', 18],
  ['reduce([], (acc, x) => acc, null)', null],
  ['reduce([1], (acc, x) => acc ?? x, null)', 1],
  ['reduce(null, (acc, x) => acc, 1)', null],
  ['groupBy([1, 2, 3], x => x % 2)', { '0': [2], '1': [1, 3] }],
  ["keys(groupBy(rows, 'n'))", ['1', '2', 'null']],
  // Conversion.
  ['default(null, 1)', 1],
  ['default(0, 1)', 0],
  ["default(null, 1 / 0) == 1 || 'x'", 'ERROR'],
  ['default(1, 1 / 0)', 1],
  ['toJson({a: [1, null]})', '{"a":[1,null]}'],
  ['toJson([1], 2)', '[\n  1\n]'],
  ['fromJson(\'{"a": 1}\')', { a: 1 }],
  ["fromJson('{a: 1}')", 'ERROR'],
  ["toNumber(' 1.5e2 ')", 150],
  ["toNumber('-.5')", -0.5],
  ['toNumber(true)', 1],
  ["toNumber('x')", 'ERROR'],
  ["toNumber('')", 'ERROR'],
  ["toNumber('0x10')", 'ERROR'],
  ["toNumber('Infinity')", 'ERROR'],
  ['toNumber([])', 'ERROR'],
  ['toNumber(null)', null],
  ['toString(1.5)', '1.5'],
  ['toString({a: 1})', '{"a":1}'],
  ['toString(null)', null],
  ["toBool('TRUE')", true],
  ["toBool('0')", false],
  ['toBool(2)', true],
  ["toBool('yes')", 'ERROR'],
  ['toBool([])', 'ERROR'],
];

describe('functions', () => {
  it.each(CASES)('%s', (source, value) => {
    if (value === 'ERROR') expect(failureOf(source, roots).code).toBe('EXPRESSION_ERROR');
    else expect(valueOf(source, roots)).toEqual(value);
  });

  it.each(FUNCTIONS)('$name has a test, and a signature that names it', ({ name, signature, description }) => {
    expect(CASES.some(([source]) => source.includes(`${name}(`))).toBe(true);
    expect(signature.startsWith(`${name}(`)).toBe(true);
    expect(description).toMatch(/\.$/);
  });

  it('are exactly those of the format, and one more for parts of URLs', () => {
    const listed = `now timestamp uuid len keys values entries contains startsWith endsWith lower upper trim split join replace matches
      slice reverse sort unique flatten sum min max floor ceil abs round range first last map filter find some every reduce groupBy
      merge pick omit default toJson fromJson toNumber toString toBool formatDate addDuration base64 encodeURI encodeURIComponent`;
    expect(FUNCTIONS.map((fn) => fn.name)).toEqual(listed.split(/\s+/).sort());
  });
});

it('roots are those of the seed and of the format', () => {
  const listed = `id type status input output error tasks env item index batch_index operation_id
    workflow trigger memory agents tools event attempt retry_count value signal items batch`;
  expect(ROOTS.map((root) => root.name).sort()).toEqual(listed.split(/\s+/).sort());
});
