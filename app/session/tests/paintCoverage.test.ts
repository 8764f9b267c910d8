import { expect, test } from 'vitest';
import type { DatasetResult, PlayedGrid } from '../store/PlayedGrid.ts';
import type { FoundTests, TestedFile } from '../store/TestedFile.ts';
import type { CoveredPart } from './coverageMarks.ts';
import { keyOf } from './listTests.ts';
import { coverageOf } from './paintCoverage.ts';

const FILES = new Map([['a.yaml', 'tasks: []']]);
const TEXT = 'tests: []';

/** Two tasks, with how often tests came to each. */
function parts(first: number, second: number): readonly CoveredPart[] {
  const at = { line: 1, column: 1 };
  return [
    { kind: 'task', task: 'first', name: '', count: first, at },
    { kind: 'task', task: 'second', name: '', count: second, at },
  ];
}

/** A file of tests of `a.yaml`: so many tests, what they came to, and the names of its datasets. */
function tested(tests: number, coverage: FoundTests['coverage'], datasets: readonly string[]): TestedFile {
  const at = { line: 1, column: 1 };
  const found: FoundTests = {
    workflow: 'a.yaml',
    tests: Array.from({ length: tests }, (_, index) => ({ name: `test ${index}`, at, given: '', expected: '' })),
    datasets: datasets.map((name) => ({ name, at, rows: null })),
    wrong: [],
    coverage,
    targets: new Map(),
  };
  return { text: TEXT, files: FILES, found, results: new Map() };
}

function grid(coverage: readonly CoveredPart[], files: ReadonlyMap<string, string>): PlayedGrid {
  // Of a result only its coverage is read here.
  const result = { coverage } as DatasetResult;
  return { result, wrong: null, progress: null, files, against: null };
}

const NOW = new Map([...FILES, ['a.test.yaml', TEXT]]);

function coverage(file: TestedFile, ...grids: readonly PlayedGrid[]) {
  const known = new Map(grids.map((each, index) => [keyOf({ path: 'a.test.yaml', index }), each]));
  return coverageOf({ tested: new Map([['a.test.yaml', file]]), grids: known }).map(({ parts: all, unplayed }) => ({
    counts: all.map(({ count }) => count),
    unplayed,
  }));
}

test('the cells of datasets count beside tests, and without any', () => {
  expect(coverage(tested(1, parts(1, 0), ['mails']), grid(parts(2, 2), NOW))).toEqual([
    { counts: [3, 2], unplayed: [] },
  ]);
  expect(coverage(tested(0, null, ['mails']), grid(parts(0, 2), NOW))).toEqual([{ counts: [0, 2], unplayed: [] }]);
});

test('a dataset that was not played on the texts as they are does not count, and is named', () => {
  const changed = new Map([...NOW, ['a.yaml', 'tasks: [] # changed']]);
  const file = tested(1, parts(1, 0), ['mails', 'others']);
  expect(coverage(file, grid(parts(2, 2), changed))).toEqual([{ counts: [1, 0], unplayed: ['mails', 'others'] }]);
  expect(coverage(tested(0, null, ['mails']))).toEqual([]);
});

test('nothing is told while tests are yet to be played', () => {
  expect(coverage(tested(1, null, ['mails']), grid(parts(2, 2), NOW))).toEqual([]);
});
