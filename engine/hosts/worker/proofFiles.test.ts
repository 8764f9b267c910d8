import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import {
  backtestRun,
  Coverage,
  drill,
  findSubjects,
  recordCassette,
  runTest,
  saveTest,
  simulatedTest,
} from '../../proof/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { type EndedRun, tryCanary } from '../../testing/hostileRuns.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { readRun } from './exported/exportedRun.ts';

/** All that is written of a run to prove something: its test, what that comes to, its cassette, a backtest, a grid of faults. */
async function makeFiles({ source, events, exported }: EndedRun): Promise<readonly string[]> {
  await loadPatterns();
  const analysis = analyze('flow.yaml', source);
  const read = exported === null ? null : readRun(exported, 'r');
  if (read === null || !read.ok) throw new Error('The run was not exported.');
  const recorded = { analysis, inputs: read.value.inputs };
  const saved = await saveTest({ analysis, events, name: 'saved', text: '' });
  if (!saved.ok) throw new Error(saved.error.message);
  const [subject] = findSubjects(readTestFile(saved.value.text), analysis).subjects;
  const coverage = new Coverage(analysis);
  const result = subject === undefined ? null : await runTest(subject);
  if (result !== null) coverage.add(result.played);
  const written = [
    result?.verdict,
    coverage.list(),
    recordCassette(effectiveWorkflow(analysis), recorded.inputs).cassette,
    await backtestRun(analysis, recorded),
    await drill({
      analysis,
      tests: [subject?.test ?? simulatedTest(analysis, {})],
      isSimulated: true,
    }),
  ];
  return [saved.value.text, ...written.map((each) => JSON.stringify(each))];
}

test(
  'what is written to prove something has no secret in it: tests, verdicts, coverage, cassettes, backtests, drills',
  async () => {
    const trial = { runs: numRuns(40), renew: () => (globalThis.indexedDB = new IDBFactory()), makeFiles };
    const { broken, reached, files } = await tryCanary(trial);
    expect(broken).toBeNull();
    expect(reached).toBeGreaterThan(0);
    expect(files).toBeGreaterThan(numRuns(40) * 4);
  },
  numRuns(60_000),
);
