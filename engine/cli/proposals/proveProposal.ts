import type { Files } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { holdsWorkflow, isTestFile } from '../../model/index.ts';
import {
  type BacktestVerdict,
  backtestRun,
  type CoveredPart,
  type FoundSubjects,
  findSubjects,
  listMissed,
  runTest,
  type TestPorts,
} from '../../proof/index.ts';
import { readTestFile, workflowOf } from '../../testFile/index.ts';
import { readRuns } from '../backtest/readRuns.ts';
import type { CommandIo } from '../CommandIo.ts';
import { WorkflowCoverage } from '../test/coverWorkflows.ts';
import { readCassettes } from '../test/readTests.ts';

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
}

/** A test that fails on the new texts. */
export interface FailedTest {
  readonly path: string;
  readonly test: string;
  /** Whether it fails on the texts that are there, too. */
  readonly failedBefore: boolean;
  readonly why: string;
}

/** A part of a workflow that no test reaches. */
export interface UntestedPart {
  readonly path: string;
  /** The line, from 1. */
  readonly line: number;
  readonly what: string;
}

interface States {
  readonly before: Files;
  readonly after: Files;
}

/** Plays the tests and the recorded runs of each workflow that a proposal changes. Reaches nothing. */
export async function proveProposal(io: CommandIo, states: States): Promise<ProposalProof> {
  const ports: TestPorts = io.runScript === undefined ? {} : { runScript: io.runScript };
  const tests = await proveTests(io, states, ports);
  const changed = [...states.after.keys()].filter(
    (path) => holdsWorkflow(path) && differs(states, path) && states.before.has(path),
  );
  const verdicts: BacktestVerdict[] = [];
  for (const path of changed) verdicts.push(...(await proveRuns(io, toAnalysis(states.after, path), ports)));
  const others: Partial<Record<BacktestVerdict, number>> = {};
  for (const verdict of verdicts.filter((each) => each !== 'the same')) others[verdict] = (others[verdict] ?? 0) + 1;
  const same = verdicts.filter((verdict) => verdict === 'the same').length;
  return { tests, backtest: { runs: verdicts.length, same, others } };
}

/** The proof as an answer has it: what is not there is omitted. */
export function proofToJson({ tests, backtest }: ProposalProof): JsonObject {
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
  };
}

function differs({ before, after }: States, path: string): boolean {
  return before.get(path) !== after.get(path);
}

function toAnalysis(files: Files, path: string): Analysis {
  return analyze(path, files.get(path) ?? '', undefined, files);
}

async function proveTests(io: CommandIo, states: States, ports: TestPorts): Promise<ProposalProof['tests']> {
  let passed = 0;
  const failed: FailedTest[] = [];
  const [covered, coveredBefore] = [new WorkflowCoverage(), new WorkflowCoverage()];
  const places = [...states.after.keys()].filter(isTestFile).flatMap((path) => {
    const workflow = workflowOf(path, readTestFile(states.after.get(path) ?? '').file.workflow);
    return workflow === null ? [] : { path, workflow };
  });
  const changed = places.filter(({ path, workflow }) => differs(states, path) || differs(states, workflow));
  // What one test file does not reach may be what another one is for.
  const affected = new Set(changed.map(({ workflow }) => workflow));
  for (const { path, workflow } of places.filter((place) => affected.has(place.workflow))) {
    const now = await playTests(io, states.after, { path, workflow, ports, coverage: covered });
    const then = await playTests(io, states.before, { path, workflow, ports, coverage: coveredBefore });
    for (const [test, why] of now) {
      if (why === null) passed += 1;
      else failed.push({ path, test, failedBefore: typeof then.get(test) === 'string', why });
    }
  }
  return { passed, failed, untested: findUntested(states, covered, coveredBefore) };
}

/** What is reached no more, or is new and not reached. Where a workflow that does not change had no tests, nothing of it is. */
function findUntested(states: States, now: WorkflowCoverage, then: WorkflowCoverage): readonly UntestedPart[] {
  const before = new Map(then.list().map(({ path, parts }) => [path, new Set(missedOf(parts).map(keyOf))] as const));
  return now.list().flatMap(({ path, parts }) => {
    const known = before.get(path);
    if (known === undefined && !differs(states, path)) return [];
    const missed = missedOf(parts).filter((part) => known?.has(keyOf(part)) !== true);
    return listMissed(missed).map(({ at, text }) => ({ path, line: at.line, what: text }));
  });
}

function missedOf(parts: readonly CoveredPart[]): readonly CoveredPart[] {
  return parts.filter(({ count }) => count === 0);
}

function keyOf({ kind, task, name }: CoveredPart): string {
  return JSON.stringify([kind, task, name]);
}

interface TestPlace {
  readonly path: string;
  readonly workflow: string;
  readonly ports: TestPorts;
  /** What they reach is added to it. */
  readonly coverage: WorkflowCoverage;
}

/** The tests of a file of a workspace, ready to be played; none where there is no such file. */
export async function findTests(
  io: CommandIo,
  files: Files,
  { path, workflow }: Pick<TestPlace, 'path' | 'workflow'>,
): Promise<FoundSubjects> {
  const text = files.get(path);
  if (text === undefined) return { subjects: [], blocking: [], errors: [] };
  const read = readTestFile(text);
  const place = { path, within: io.folder };
  const cassettes = await readCassettes(io, read.file, { place, findings: read.findings });
  return findSubjects(read, toAnalysis(files, workflow), cassettes);
}

/** The tests of a file by their names, with why each fails; null: it passes. What keeps all from being played fails the file. */
async function playTests(
  io: CommandIo,
  files: Files,
  { path, workflow, ports, coverage }: TestPlace,
): Promise<ReadonlyMap<string, string | null>> {
  if (!files.has(path) || !files.has(workflow)) return new Map();
  const { subjects, blocking, errors } = await findTests(io, files, { path, workflow });
  const [wrong] = [...blocking, ...errors];
  if (wrong !== undefined) return new Map([['all', wrong.message]]);
  const results = new Map<string, string | null>();
  for (const subject of subjects) {
    const { verdict, played } = await runTest(subject, ports);
    coverage.add(workflow, subject.analysis, { played });
    results.set(verdict.name, verdict.passed ? null : (verdict.failures[0]?.message ?? 'It failed.'));
  }
  return results;
}

async function proveRuns(io: CommandIo, analysis: Analysis, ports: TestPorts): Promise<readonly BacktestVerdict[]> {
  if (blocksRun(checkAnalysis(analysis))) return [];
  const verdicts: BacktestVerdict[] = [];
  const until = performance.now() + MOST_TIME;
  for await (const run of readRuns(io, ['.'], analysis.path)) {
    if (verdicts.length >= MOST_RUNS || performance.now() > until) break;
    if (!run.ok) continue;
    const { path, source, files, inputs } = run.value;
    try {
      const recorded = { analysis: analyze(path, source, undefined, new Map(files)), inputs };
      verdicts.push((await backtestRun(analysis, recorded, ports)).verdict);
    } catch {
      // What is no run of this machine says nothing of the change.
    }
  }
  return verdicts;
}
