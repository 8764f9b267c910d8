import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { blocksRun, checkAnalysis } from '../check/index.ts';
import { analyze, effectiveWorkflow } from '../graph/index.ts';
import type { RunInput } from '../run/index.ts';
import { readTestFile } from '../testFile/index.ts';
import { numRuns } from '../testing/index.ts';
import { flowsOf, IN_TEMPLATES, KNOWN, PLANTED, type PlantedFlow, plant } from '../testing/plantedBugs.ts';
import { backtestRun } from './backtest/backtestRun.ts';
import { recordCassette } from './cassette/recordCassette.ts';
import { Coverage } from './cover/Coverage.ts';
import { type DrillReport, drill } from './drill/drill.ts';
import { findSubjects, runTest } from './index.ts';
import { playTest } from './play/playTest.ts';
import { saveTest } from './save/saveTest.ts';

beforeAll(() => loadPatterns());

/** What a person has of a workflow that went as it should: the runs, and the tests that were saved of them. */
interface Past {
  readonly saved: string;
  readonly runs: readonly (readonly RunInput[])[];
  /** How many cells of a drill are unhandled, hang, repeat or leak. */
  readonly bad: number;
}

const PASTS = new Map<PlantedFlow, Promise<Past>>();

function pastOf(flow: PlantedFlow): Promise<Past> {
  const past = PASTS.get(flow) ?? liveThrough(flow);
  PASTS.set(flow, past);
  return past;
}

async function liveThrough({ text, tests }: PlantedFlow): Promise<Past> {
  const analysis = analyze('w.yaml', text);
  let saved = '';
  const runs: (readonly RunInput[])[] = [];
  for (const tried of readTestFile(tests).file.tests) {
    const played = await playTest(analysis, tried);
    const given = recordCassette(effectiveWorkflow(analysis), played.inputs).cassette;
    const made = await saveTest({ analysis, events: played.events, text: saved, given });
    if (!made.ok) throw new Error(made.error.message);
    if (made.value.difference !== null) throw new Error(`${tried.name}: ${made.value.difference}\n${made.value.text}`);
    saved = made.value.text;
    runs.push(played.inputs);
  }
  const { subjects } = findSubjects(readTestFile(saved), analysis);
  return { saved, runs, bad: countBad(await drill({ analysis, tests: subjects, isSimulated: false })) };
}

function countBad({ cells }: DrillReport): number {
  return cells.filter(({ verdict }) => verdict !== 'handled' && verdict !== 'as-written').length;
}

/**
 * What notices a bug: what `check` warns of, a saved test that fails, coverage that says no test takes the line, a recorded run that goes
 * otherwise, a drill that finds more.
 */
const MEANS = ['check', 'test', 'coverage', 'backtest', 'drill'] as const;
type Means = (typeof MEANS)[number];

/** @param line that of the bug, from 1 */
async function noticedBy(
  { flow, text, line }: { readonly flow: PlantedFlow; readonly text: string; readonly line: number },
  { saved, runs, bad }: Past,
): Promise<readonly Means[]> {
  const [analysis, recorded] = [analyze('w.yaml', text), analyze('w.yaml', flow.text)];
  const found = checkAnalysis(analysis, { workflows: KNOWN });
  const { subjects } = findSubjects(readTestFile(saved), analysis);
  const results = await Promise.all(subjects.map((subject) => runTest(subject)));
  const coverage = new Coverage(analysis);
  for (const { played } of results) coverage.add(played);
  const failed = results.length < runs.length || results.some(({ verdict }) => !verdict.passed);
  // These take many runs, of which what is known already needs none: `npm run test:long` makes them all the same.
  const isAsked = !blocksRun(found) && (!failed || numRuns(1) > 1);
  const past = isAsked
    ? await Promise.all(runs.map((inputs) => backtestRun(analysis, { analysis: recorded, inputs })))
    : [];
  const report = isAsked ? await drill({ analysis, tests: subjects, isSimulated: false }) : null;
  const noticed: Readonly<Record<Means, boolean>> = {
    check: found.some(({ severity }) => severity !== 'info'),
    test: failed,
    coverage: coverage.list().some(({ kind, count, at }) => kind === 'edge' && count === 0 && at.line === line),
    backtest: past.some(({ verdict }) => verdict !== 'the same'),
    drill: report !== null && countBad(report) > bad,
  };
  return MEANS.filter((means) => noticed[means]);
}

/** Those in templates as well: `npm run test:long` has the time for them. */
const CORPORA = numRuns(1) > 1 ? [PLANTED, IN_TEMPLATES] : [PLANTED];

test.each(CORPORA.flatMap(flowsOf))('a workflow without bugs passes all of it: $name', async (flow) => {
  const past = await pastOf(flow);
  // Templates leave to whoever takes them what becomes of a failure.
  if (PLANTED.some((planted) => planted.flow === flow)) expect(past.bad).toBe(0);
  expect(await noticedBy({ flow, text: flow.text, line: 0 }, past)).toEqual([]);
});

test.each(CORPORA.map((bugs) => [bugs]))(
  'planted bugs are each noticed, most of them by a saved test, and many before any run',
  async (bugs) => {
    const table: [string, readonly Means[]][] = [];
    for (const planted of bugs) {
      const { flow, bug, right } = planted;
      const past = await pastOf(flow);
      const line = flow.text.slice(0, flow.text.indexOf(right)).split('\n').length;
      table.push([`${flow.name}: ${bug}`, await noticedBy({ flow, text: plant(planted), line }, past)]);
    }
    if (numRuns(1) > 1) console.log(table.map(([bug, means]) => `${bug} | ${means.join(' ')}`).join('\n'));
    const by = (means: Means): number => table.filter(([, all]) => all.includes(means)).length;
    expect(bugs.length).toBeGreaterThanOrEqual(54);
    expect(table.filter(([, means]) => means.length === 0)).toEqual([]);
    expect(by('check')).toBeGreaterThanOrEqual(bugs.length / 3);
    expect(by('test')).toBeGreaterThanOrEqual(bugs.length * 0.8);
  },
  numRuns(60_000),
);
