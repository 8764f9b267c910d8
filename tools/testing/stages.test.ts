import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROOT } from '../ensure.mjs';
import { countEndToEndTests, countUnitTests, readCount } from './reports.mjs';
import { runSideBySide } from './sideBySide.mjs';
import { Stages } from './stages.mjs';

let folder = '';
let printed: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-stages-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const UNIT = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 2,
  testResults: [
    {
      name: path.join(ROOT, 'engine/service/restate/a.test.ts'),
      assertionResults: [
        { status: 'passed', fullName: 'one', duration: 2_000, failureMessages: [] },
        { status: 'failed', fullName: 'two', duration: 5, failureMessages: ['expected 1\n  at x'] },
        { status: 'skipped', fullName: 'three', failureMessages: [] },
      ],
    },
    {
      name: path.join(ROOT, 'engine/memory.test.ts'),
      assertionResults: [{ status: 'skipped', fullName: 'four', failureMessages: [] }],
    },
  ],
};

test('a report of unit tests: failures with their first line, and what may be skipped where Restate is missing', () => {
  const retriedFile = path.join(folder, 'retried.json');
  writeFileSync(retriedFile, '["engine/b.test.ts five"]');
  expect(countUnitTests(UNIT, { hasRestate: false, retriedFile })).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 2,
    excused: 1,
    failures: ['engine/service/restate/a.test.ts two: expected 1'],
    retried: ['engine/b.test.ts five'],
  });
  expect(countUnitTests(UNIT, { hasRestate: true, retriedFile: '' }).excused).toBe(0);
});

/** As Playwright reports it: of two tries, or of one in two parts. */
function spec(title: string, status: string, file = 'a.spec.ts') {
  return { title, file, line: 3, tests: [{ status, results: [{ duration: 1_500 }, { duration: 500 }] }] };
}

test('a report of end-to-end tests: what passed only when it was tried again is named', () => {
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 1 },
    suites: [
      {
        title: 'a',
        specs: [spec('good', 'expected'), spec('bad', 'unexpected')],
        suites: [{ title: 'inner', specs: [spec('shaky', 'flaky'), spec('other', 'skipped', 'browsers/b.spec.ts')] }],
      },
    ],
  };
  const count = countEndToEndTests(report);
  expect(count).toMatchObject({ passed: 2, failed: 1, skipped: 1, excused: 1 });
  expect(count.failures).toEqual(['e2e/a.spec.ts:3 bad']);
  expect(count.retried).toEqual(['e2e/a.spec.ts:3 shaky']);
  expect(count.timings).toContainEqual({ name: 'e2e/a.spec.ts:3 good', seconds: 2 });
});

test('a run that left no report, or no test in it, has failed', () => {
  writeFileSync(path.join(folder, 'empty.json'), '{}');
  for (const name of ['none.json', 'empty.json'])
    expect(readCount(true, path.join(folder, name), () => ({ passed: 0, failed: 0 })).failed).toBe(1);
});

test('the summary: slowest tests, seconds of stages, what was tried again, failures, and the sum as its last line', async () => {
  const stages = new Stages(path.join(folder, 'reports'));
  await stages.run('install', async () => 'done');
  const timings = Array.from({ length: 40 }, (_, at) => ({ name: `test ${at}`, seconds: at }));
  await stages.count('units', () => ({ passed: 3, failed: 0, timings, retried: ['test 7'] }));
  await stages.count('specs', () => ({ passed: 1, failed: 0, skipped: 2, excused: 1 }));
  expect(stages.summarize(false)).toBe(true);
  const slowest = printed.filter((line) => / {2}test \d+$/.test(line));
  expect(slowest).toHaveLength(30);
  expect(slowest[0]).toBe('   39.0 s  test 39');
  expect(printed.filter((line) => /^ +[\d.]+ s {2}(install|units|specs|in all)\b/.test(line))).toHaveLength(4);
  expect(printed).toContain('Passed only when it was tried again: test 7');
  expect(printed.at(-1)).toBe('4 passed, 0 failed, 2 skipped');
  expect(JSON.parse(readFileSync(path.join(folder, 'reports/stages.json'), 'utf8'))).toHaveLength(3);
  // On CI what is skipped must be what cannot be had everywhere.
  expect(stages.summarize(true)).toBe(false);
});

function node(script: string) {
  return [process.execPath, '-e', script] as const;
}

test('commands side by side: one waits for the one it names, and only what failed is printed', async () => {
  const mark = path.join(folder, 'mark');
  const count = await runSideBySide([
    {
      name: 'second',
      command: node(`process.exit(require('fs').existsSync(${JSON.stringify(mark)}) ? 0 : 1)`),
      after: ['first'],
    },
    { name: 'first', command: node(`console.log('quiet'); require('fs').writeFileSync(${JSON.stringify(mark)}, '')`) },
    { name: 'broken', command: node(`console.log('loud'); process.exit(2)`) },
  ]);
  expect(count).toEqual({ passed: 2, failed: 1, failures: ['broken'] });
  expect(printed.some((line) => line.startsWith('✓ second'))).toBe(true);
  expect(printed).toContain('loud');
  expect(printed).not.toContain('quiet');
});
