import { expect, test } from 'vitest';
import type { DatasetResult, FoundTests, PlayedGrid, TestedFile } from '../store/ProofState.ts';
import { keyOf } from './listTests.ts';
import { type CoveredPart, coverageOf, toMarks } from './paintCoverage.ts';

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

const part = (kind: CoveredPart['kind'], task: string, name: string, count: number): CoveredPart => ({
  kind,
  task,
  name,
  count,
  at: { line: 1, column: 1 },
});

/** The marks of the task `get`. */
const marks = (...parts: readonly CoveredPart[]) =>
  toMarks(parts)
    .get('get')
    ?.map(({ text, words, look }) => `${look} ${text}: ${words}`);

test('a task has a mark for how often tests come to it, and for how many of its outcomes and branches', () => {
  expect(
    marks(
      part('task', 'get', '', 2),
      part('outcome', 'get', 'success', 2),
      part('outcome', 'get', 'timeout', 0),
      part('outcome', 'get', 'retry', 0),
      part('branch', 'get', 'n > 3 is true', 1),
      part('branch', 'get', 'n > 3 is false', 1),
      part('branch', 'other', 'm is true', 0),
    ),
  ).toEqual([
    'covered 2×: Tests reach this 2 times',
    'partial 1/3 outcomes: Tests reach 1 of 3 outcomes. Never: timeout, retry',
    'covered 2/2 branches: Tests reach 2 of 2 branches',
  ]);
});

test('what can only succeed, and does, says so by its number alone', () => {
  expect(marks(part('task', 'get', '', 1), part('outcome', 'get', 'success', 1))).toEqual([
    'covered 1×: Tests reach this 1 time',
  ]);
  expect(marks(part('task', 'get', '', 1), part('outcome', 'get', 'success', 0))).toHaveLength(2);
});

test('where no test comes there is nothing else to say', () => {
  expect(marks(part('task', 'get', '', 0), part('outcome', 'get', 'success', 0))).toEqual([
    'missed 0×: No test reaches this',
  ]);
});

test('of many that are missing the first ones are named', () => {
  const codes = Array.from({ length: 13 }, (_, index) => part('outcome', 'get', `E${index}`, 0));
  expect(marks(part('task', 'get', '', 1), ...codes)?.[1]).toMatch(/ E9, and 3 more$/);
});
