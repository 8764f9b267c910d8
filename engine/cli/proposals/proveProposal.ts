import type { Files } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { forecastChange } from '../../bound/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { PRICES } from '../../hosts/node/index.ts';
import { holdsWorkflow } from '../../model/index.ts';
import { type BacktestVerdict, backtestRun, findUncovered, listMissed } from '../../proof/index.ts';
import { analyzeRun, playRecord, readRuns } from '../backtest/readRuns.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import { WorkflowCoverage } from '../test/coverWorkflows.ts';
import { explainTests } from '../test/explainTests.ts';
import {
  analyzeFile,
  type DrilledChange,
  drillsToJson,
  listTests,
  proveDrills,
  readSubjects,
  type States,
  type TestPlace,
} from './proveDrills.ts';

/** Most recorded runs of a workflow that are played. */
const MOST_RUNS = 100;

/** How long recorded runs are played, in ms of real time: a proof that comes late is none. */
const MOST_TIME = 5_000;

/** What tests and recorded runs say of the texts that a proposal leads to, besides what they say of those that are there. */
export interface ProposalProof {
  readonly tests: {
    readonly passed: number;
    readonly failed: readonly FailedTest[];
    /** What no test reaches then, and is new or was reached before; of workflows that have tests. */
    readonly untested: readonly UntestedPart[];
  };
  /** How many recorded runs went the same, and each verdict of the others with how many got it. */
  readonly backtest: {
    readonly runs: number;
    readonly same: number;
    readonly others: Readonly<Partial<Record<BacktestVerdict, number>>>;
  };
  /** What becomes of faults in each workflow that calls something and changes, or is new. */
  readonly drills: readonly DrilledChange[];
  /** What changes of the time and the cost that runs take at most, or what those of a new workflow take, in sentences. */
  readonly bounds: readonly ToldBounds[];
}

/** A test that fails on the new texts. */
export interface FailedTest {
  readonly path: string;
  readonly test: string;
  /** Whether it fails on the texts that are there, too. */
  readonly failedBefore: boolean;
  readonly why: string;
}

/** What of a workflow a run takes at most otherwise, in sentences. */
export interface ToldBounds {
  readonly path: string;
  readonly sentences: readonly string[];
}

/** A part of a workflow that no test reaches. */
export interface UntestedPart {
  readonly path: string;
  /** The line, from 1. */
  readonly line: number;
  readonly what: string;
}

/** Plays the tests, the recorded runs and the faults of each workflow that a proposal changes. Reaches nothing. */
export async function proveProposal(io: CommandIo, states: States): Promise<ProposalProof> {
  const tests = await proveTests(io, states);
  const changed = [...states.after.keys()].filter((path) => holdsWorkflow(path) && differs(states, path));
  const verdicts: BacktestVerdict[] = [];
  // A new workflow has no runs yet.
  for (const path of changed.filter((each) => states.before.has(each)))
    verdicts.push(...(await proveRuns(io, analyzeFile(states.after, path))));
  const others: Partial<Record<BacktestVerdict, number>> = {};
  for (const verdict of verdicts.filter((each) => each !== 'the same')) others[verdict] = (others[verdict] ?? 0) + 1;
  const same = verdicts.filter((verdict) => verdict === 'the same').length;
  return {
    tests,
    backtest: { runs: verdicts.length, same, others },
    drills: await proveDrills(io, states, changed),
    bounds: changed.flatMap((path) => compareBounds(states, path)),
  };
}

/** What changes of the bounds of a workflow; none where nothing does. */
function compareBounds(states: States, path: string): readonly ToldBounds[] {
  const sentences = forecastChange(states, path, PRICES);
  return sentences.length === 0 ? [] : [{ path, sentences }];
}

/** The proof as an answer has it: what is not there is omitted. */
export function proofToJson({ tests, backtest, drills }: ProposalProof): JsonObject {
  const { passed, failed, untested } = tests;
  const played = passed + failed.length;
  return {
    ...(played === 0
      ? {}
      : {
          tests: {
            passed,
            failed: failed.length,
            newly_failed: failed.filter(({ failedBefore }) => !failedBefore).length,
            ...(untested.length === 0 ? {} : { untested: untested.length }),
          },
        }),
    ...(backtest.runs === 0 ? {} : { backtest: { runs: backtest.runs, same: backtest.same, ...backtest.others } }),
    ...(drills.length === 0 ? {} : { drill: drillsToJson(drills) }),
  };
}

function differs({ before, after }: States, path: string): boolean {
  return before.get(path) !== after.get(path);
}

async function proveTests(io: CommandIo, states: States): Promise<ProposalProof['tests']> {
  let passed = 0;
  const failed: FailedTest[] = [];
  const [covered, coveredBefore] = [new WorkflowCoverage(), new WorkflowCoverage()];
  const places = listTests(states.after);
  const changed = places.filter(({ path, workflow }) => differs(states, path) || differs(states, workflow));
  // What one test file does not reach may be what another one is for.
  const affected = new Set(changed.map(({ workflow }) => workflow));
  for (const { path, workflow } of places.filter((place) => affected.has(place.workflow))) {
    const now = await playTests(io, states.after, { path, workflow, coverage: covered });
    const then = await playTests(io, states.before, { path, workflow, coverage: coveredBefore });
    for (const [test, why] of now) {
      if (why === null) passed += 1;
      else failed.push({ path, test, failedBefore: typeof then.get(test) === 'string', why });
    }
  }
  return { passed, failed, untested: findUntested(states, covered, coveredBefore) };
}

/** Where a workflow that does not change had no tests, nothing of it is told. */
function findUntested(states: States, now: WorkflowCoverage, then: WorkflowCoverage): readonly UntestedPart[] {
  const before = new Map(then.list().map(({ path, parts }) => [path, parts] as const));
  return now.list().flatMap(({ path, parts }) => {
    const known = before.get(path) ?? null;
    if (known === null && !differs(states, path)) return [];
    return listMissed(findUncovered(known, parts)).map(({ at, text }) => ({ path, line: at.line, what: text }));
  });
}

interface PlayedPlace extends TestPlace {
  /** What they reach is added to it. */
  readonly coverage: WorkflowCoverage;
}

/** The tests of a file, as `explainTests` has them; none where it, or its workflow, is not there. */
async function playTests(
  io: CommandIo,
  files: Files,
  { path, workflow, coverage }: PlayedPlace,
): Promise<ReadonlyMap<string, string | null>> {
  if (!files.has(path) || !files.has(workflow)) return new Map();
  return explainTests(io, await readSubjects(io, files, { path, workflow }), ({ analysis }, result) =>
    coverage.add(workflow, analysis, result),
  );
}

async function proveRuns(io: CommandIo, analysis: Analysis): Promise<readonly BacktestVerdict[]> {
  if (blocksRun(checkAnalysis(analysis))) return [];
  const verdicts: BacktestVerdict[] = [];
  const known = new Map<string, Analysis>();
  const until = performance.now() + MOST_TIME;
  for await (const run of readRuns(io, ['.'], analysis.path)) {
    if (verdicts.length >= MOST_RUNS || performance.now() > until) break;
    if (!run.ok) continue;
    const played = await playRecord(run.value, (record) =>
      backtestRun(analysis, { analysis: analyzeRun(record, known), inputs: record.inputs }, scriptPort(io)),
    );
    // What is no run of this machine says nothing of the change.
    if (played.ok) verdicts.push(played.value.verdict);
  }
  return verdicts;
}
