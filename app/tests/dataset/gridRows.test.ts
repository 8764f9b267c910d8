import { expect, test } from 'vitest';
import type { DatasetResult } from '../../session/tests/index.ts';
import { chooseGridRows, type GridFilter, toGridRows } from './gridRows.ts';

type Cell = DatasetResult['grid']['cells'][number];

function cell(
  row: number,
  variant: number,
  given: { readonly score: number; readonly output?: string; readonly passed?: boolean },
): Cell {
  const { score, output = '', passed = true } = given;
  const usage = { tokens: 0, cost: null };
  const scores = { right: { value: score, why: '' } };
  return {
    case: row,
    variant,
    passed,
    status: 'success',
    output,
    scores,
    usage,
    judging: usage,
    duration: 0,
    steps: 1,
    asked: 0,
    failures: [],
  };
}

const cells = [
  cell(0, 0, { score: 0.5, output: 'a' }),
  cell(0, 1, { score: 1, output: 'a' }),
  cell(1, 0, { score: 1, output: 'Paris' }),
  cell(1, 1, { score: 0, output: 'Rome' }),
  cell(2, 0, { score: 2, passed: false }),
];
const grid = {
  name: 'g',
  at: { line: 1, column: 1 },
  cases: ['first', 'second', 'third'].map((name) => ({ name, row: { name } })),
  variants: ['small', 'large'],
  scores: [{ name: 'right', least: null }],
  cells,
  summaries: [],
};
const change = { case: 'second', variant: 'large', change: 'worse', before: null, after: null } as const;
const rows = toGridRows({
  ok: true,
  grid,
  comparison: { name: 'g', variants: [], cells: [change], same: 4 },
  table: '',
  lines: '',
  kept: '',
  coverage: [],
  answers: { asked: 0, kept: 0, missing: 0, tokens: 0, cost: 0 },
});

const names = (filter: GridFilter, words = '', variant: number | null = null, isDescending = false) =>
  chooseGridRows(rows, { filter, words, order: { variant, isDescending } }).map(({ name }) => name);

test.each([
  ['all', '', ['first', 'second', 'third']],
  ['failed', '', ['third']],
  ['differ', '', ['second', 'third']],
  ['changed', '', ['second']],
  ['all', 'rome SECOND', ['second']],
  ['all', 'london', []],
] as const)('%s “%s”', (filter, words, expected) => {
  expect(names(filter, words)).toEqual(expected);
});

test('rows are sorted by the score of a variant, those that failed or were not played first', () => {
  expect(names('all', '', 0)).toEqual(['third', 'first', 'second']);
  expect(names('all', '', 1, true)).toEqual(['first', 'second', 'third']);
});
