import { expect, test } from 'vitest';
import type { TestedFile, TestResult } from '../store/ProofState.ts';
import { listTests, summarize } from './listTests.ts';
import { compareTargets, coverageOf } from './paintCoverage.ts';

const TEXT = `defaults: { seed: 1 }
tests:
  - name: one
    input: { n: 1 }
  - name: two
  - name: one
    input: { n: 2 }
`;

const FILES = new Map([['flow.yaml', 'tasks: []']]);

function fileOf(
  text: string,
  results: TestedFile['results'] = new Map(),
  files: TestedFile['files'] = FILES,
): TestedFile {
  const lines = text.split('\n');
  const tests = lines.flatMap((line, index) => {
    const [, name] = /- name: (\w+)/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, at: { line: index + 1, column: 5 }, given: '', expected: '' }];
  });
  return {
    text,
    files,
    results,
    found: { workflow: 'flow.yaml', tests, wrong: [], datasets: [], coverage: null, targets: new Map() },
  };
}

/** All tests of a file as played on it as it is, the first of them failed. */
function playedOn(file: TestedFile): TestedFile {
  const results = listTests(file).map(({ key, lines, index }): [string, TestResult] => {
    const at = { line: 1, column: 1 };
    const verdict = { name: '', passed: index > 0, status: 'success', duration: 0, steps: 1, at, failures: [] };
    return [key, { verdict, lines, files: file.files }];
  });
  return { ...file, results: new Map(results) };
}

const PLAYED = playedOn(fileOf(TEXT));

const old = (file: TestedFile) => listTests(file).flatMap(({ isOld, index }) => (isOld ? [index] : []));

test('results stand as long as nothing that they stand on is another', () => {
  expect(old(PLAYED)).toEqual([]);
  expect(summarize([PLAYED, fileOf(TEXT)])).toEqual({ passed: 2, failed: 1, open: 3 });
});

test('a test whose lines were changed is old, and no other one', () => {
  expect(old(fileOf(TEXT.replace('n: 2', 'n: 3'), PLAYED.results))).toEqual([2]);
  expect(old(fileOf(TEXT.replace('n: 1', 'n: 3'), PLAYED.results))).toEqual([0]);
});

test('what stands before the tests, and the workflow, are of all of them', () => {
  expect(old(fileOf(TEXT.replace('seed: 1', 'seed: 2'), PLAYED.results))).toEqual([0, 1, 2]);
  expect(old(fileOf(TEXT, PLAYED.results, new Map([['flow.yaml', 'tasks: [a]']])))).toEqual([0, 1, 2]);
});

test('tests keep their results when others come before them, also those of one name', () => {
  const more = TEXT.replace('  - name: two', '  - name: three\n  - name: two');
  const tests = listTests(fileOf(more, PLAYED.results));
  expect(tests.map(({ name, result, isOld }) => [name, result?.verdict.passed, isOld])).toEqual([
    ['one', false, false],
    ['three', undefined, false],
    ['two', true, false],
    ['one', true, false],
  ]);
});

const part = (count: number) => ({ kind: 'task' as const, task: 'a', name: '', count, at: { line: 1, column: 1 } });

function coverage(...files: readonly TestedFile[]) {
  return coverageOf({ tested: new Map(files.map((file, index) => [`${index}.test.yaml`, file])), grids: new Map() });
}

test('coverage of several files of one workflow is added up, once each was played as a whole', () => {
  const covered = (count: number | null): TestedFile => ({
    ...PLAYED,
    found: { ...PLAYED.found, coverage: count === null ? null : [part(count)] },
  });
  expect(coverage(covered(2), covered(3))).toMatchObject([{ path: 'flow.yaml', parts: [part(5)] }]);
  expect(coverage(covered(2), covered(null))).toEqual([]);
});

test('of several files of one workflow the most that is asked counts, against all of what their tests come to', () => {
  const asking = (count: number, tasks: number): TestedFile => ({
    ...PLAYED,
    found: { ...PLAYED.found, coverage: [part(count), part(0), part(1)], targets: new Map([['tasks', tasks]]) },
  });
  const [asked] = coverage(asking(0, 50), asking(2, 67), asking(0, 0));
  expect(asked && compareTargets(asked)).toEqual([{ name: 'tasks', percent: 66, wanted: 67 }]);
  const [unasked] = coverage({ ...PLAYED, found: { ...PLAYED.found, coverage: [part(0)] } });
  expect(unasked && compareTargets(unasked)).toEqual([]);
});
