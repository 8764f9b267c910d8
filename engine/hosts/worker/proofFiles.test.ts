import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { err, type Json, loadPatterns } from '../../base/index.ts';
import { formatLcov } from '../../cli/test/coverWorkflows.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import {
  backtestRun,
  Coverage,
  drill,
  findDatasets,
  findSubjects,
  gridsToChatLines,
  gridsToCsv,
  LiveAnswers,
  recordCassette,
  runLiveDataset,
  runTest,
  saveTest,
  simulatedTest,
} from '../../proof/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { type EndedSummary, tryCanary } from '../../testing/hostileRuns.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { readRun } from './exported/exportedRun.ts';

/** All that is written of a run to prove something: its test, what that comes to, its cassette, a backtest, a grid of faults. */
async function makeFiles({ source, events, exported }: EndedSummary): Promise<readonly string[]> {
  await loadPatterns();
  const analysis = analyze('flow.yaml', source);
  const read = exported === null ? null : readRun(exported, 'r');
  if (read === null || !read.ok) throw new Error('The run was not exported.');
  const recorded = { analysis, inputs: read.value.inputs };
  const saved = await saveTest({ analysis, events, name: 'saved', text: '' });
  if (!saved.ok) throw new Error(saved.error.message);
  const [subject] = findSubjects(readTestFile(saved.value.text), analysis).subjects;
  const coverage = new Coverage(analysis);
  const grids = await makeGrid(saved.value.text, analysis);
  const result = subject === undefined ? null : await runTest(subject);
  if (result !== null) coverage.add(result.played);
  const written = [
    result?.verdict,
    coverage.list(),
    recordCassette(effectiveWorkflow(analysis), recorded.inputs).cassette,
    await backtestRun(analysis, recorded),
    await drill({
      analysis,
      tests: [subject ?? { test: simulatedTest(analysis, {}) }],
      isSimulated: true,
    }),
  ];
  const lcov = formatLcov([{ path: 'flow.yaml', parts: coverage.list(), targets: new Map() }]);
  return [saved.value.text, lcov, ...grids, ...written.map((each) => JSON.stringify(each))];
}

const nothing = { find: () => undefined, keep: () => {} };

/** The same test for two rows, as the files of its grid; none where no call of it has an answer. */
async function makeGrid(text: string, analysis: Analysis): Promise<readonly string[]> {
  const { file, findings } = readTestFile(text.replace(/^( *)- name: .*$/m, '$&\n$1  each: [{ id: a }, { id: b }]'));
  const [subject] = await findDatasets({ file, findings }, analysis, {
    read: async () => err('There is no such file.'),
    analyze: (changed) => analyze('flow.yaml', changed),
  });
  if (subject === undefined) throw new Error(`It is no dataset: ${findings.all[0]?.message}\n${text}`);
  const live = { answers: new LiveAnswers(nothing, null), env: {}, prices: [], conceal: (value: Json) => value };
  const grid = await runLiveDataset(subject, live, {});
  const named = [{ path: 'flow.test.yaml', grid }];
  return [JSON.stringify(grid), await gridsToCsv(named), gridsToChatLines(named)];
}

test(
  'what is written to prove something has no secret in it: tests, verdicts, coverage, grids, cassettes, backtests, drills',
  async () => {
    const runs = numRuns(12, 40);
    const trial = { runs, renew: () => (globalThis.indexedDB = new IDBFactory()), makeFiles };
    const { broken, reached, files } = await tryCanary(trial);
    expect(broken).toBeNull();
    expect(reached).toBeGreaterThan(0);
    expect(files).toBeGreaterThan(runs * 7);
    if (numRuns(1) > 1) console.log(`${files} files, none with the secret`);
  },
  numRuns(60_000),
);
