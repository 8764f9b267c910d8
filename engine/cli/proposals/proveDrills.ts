import type { Files } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import {
  compareDrills,
  type DrillCell,
  type DrillComparison,
  type DrilledCells,
  type DrilledTest,
  drill,
  type FoundSubjects,
  findSubjects,
  simulatedTest,
} from '../../proof/index.ts';
import { findRange } from '../../syntax/index.ts';
import { readTestFile, workflowOf } from '../../testFile/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import { readCassettes } from '../test/readTests.ts';

/** How long faults are tried on the texts before a change, and as long on those after it, in ms of real time: those of changed tasks come first. */
const MOST_TIME = 750;

/** What a change does to what becomes of the faults of a workflow. */
export interface DrilledChange extends DrillComparison {
  readonly path: string;
}

/** Drills workflows as they are and as a change leaves them, new ones only then, as `signalbox drill` does, with their tests or else with made-up answers. Those that cannot run, or call nothing, are omitted. */
export async function proveDrills(
  io: CommandIo,
  states: States,
  workflows: readonly string[],
): Promise<readonly DrilledChange[]> {
  const share = MOST_TIME / Math.max(1, workflows.length);
  const drilled: DrilledChange[] = [];
  for (const path of workflows) {
    const isNew = !states.before.has(path);
    const [before, after] = [analyzeFile(states.before, path), analyzeFile(states.after, path)];
    if ((isNew ? [after] : [before, after]).some((analysis) => blocksRun(checkAnalysis(analysis)))) continue;
    const tests = { before: await testsOf(io, states.before, path), after: await testsOf(io, states.after, path) };
    // What is made up and what a test says are not the same run.
    const isSimulated = (tests.before.length === 0 && !isNew) || tests.after.length === 0;
    const first = changedTasks(before, after);
    const play = (analysis: Analysis, own: readonly DrilledTest[]): Promise<DrilledCells> =>
      drillWithin(
        {
          analysis,
          tests: isSimulated ? [{ test: simulatedTest(analysis, {}) }] : own,
          isSimulated,
          first,
          ports: scriptPort(io),
        },
        share,
      );
    const now = await play(after, tests.after);
    const then = isNew ? NOTHING_DRILLED : await play(before, tests.before);
    if (now.cells.length + then.cells.length > 0) drilled.push({ path, ...compareDrills(then, now) });
  }
  return drilled;
}

/** A workflow that is new had no faults. */
const NOTHING_DRILLED: DrilledCells = { cells: [], isWhole: true };

/** What drills say as an answer has it. */
export function drillsToJson(drills: readonly DrilledChange[]): JsonObject {
  const sum = (count: (each: DrilledChange) => number): number => drills.reduce((all, each) => all + count(each), 0);
  return {
    faults: sum(({ tried }) => tried),
    worse: sum(({ worse }) => worse.length),
    better: sum(({ better }) => better.length),
    ...(drills.every(({ isWhole }) => isWhole) ? {} : { left_out: 'the faults for which there was no time' }),
  };
}

/** Faults after which it is worse than before, as an answer has them. */
export function worseToJson({ path, worse }: DrilledChange): readonly JsonObject[] {
  return worse.map(({ place, fault, verdict, why }: DrillCell) => ({ path, place, fault, verdict, why }));
}

async function drillWithin(drilled: Parameters<typeof drill>[0], time: number): Promise<DrilledCells> {
  const until = performance.now() + time;
  let isWhole = true;
  const { cells } = await drill({
    ...drilled,
    onCell: (_, { done, total }) => {
      isWhole = done === total || performance.now() < until;
      return isWhole;
    },
  });
  return { cells, isWhole };
}

async function testsOf(io: CommandIo, files: States['after'], path: string): Promise<readonly DrilledTest[]> {
  const found: DrilledTest[] = [];
  for (const place of listTests(files).filter(({ workflow }) => workflow === path))
    found.push(...(await readSubjects(io, files, place)).subjects);
  return found;
}

/** The tasks whose text is new or another one. */
function changedTasks(before: Analysis, after: Analysis): ReadonlySet<string> {
  const known = textsOf(before);
  return new Set([...textsOf(after)].flatMap(([id, text]) => (known.get(id) === text ? [] : [id])));
}

function textsOf({ graph, syntax }: Analysis): ReadonlyMap<string, string> {
  return new Map(
    [...graph.nodes].map(([id, { task }]) => {
      const { start, end } = findRange(syntax, task.path, 'value');
      return [id, syntax.text.slice(start, end)];
    }),
  );
}

/** The texts of a workspace before a change and after it. */
export interface States {
  readonly before: Files;
  readonly after: Files;
}

/** A test file, and the workflow that it is of. */
export interface TestPlace {
  readonly path: string;
  readonly workflow: string;
}

/** The analysis of a file of a workspace. */
export function analyzeFile(files: Files, path: string): Analysis {
  return analyze(path, files.get(path) ?? '', undefined, files);
}

/** The test files of a workspace. */
export function listTests(files: Files): readonly TestPlace[] {
  return [...files.keys()].filter(isTestFile).flatMap((path) => {
    const workflow = workflowOf(path, readTestFile(files.get(path) ?? '').file.workflow);
    return workflow === null ? [] : { path, workflow };
  });
}

/** The tests of a file of a workspace, ready to be played; none where there is no such file. */
export async function readSubjects(io: CommandIo, files: Files, { path, workflow }: TestPlace): Promise<FoundSubjects> {
  const text = files.get(path);
  if (text === undefined) return { subjects: [], blocking: [], errors: [] };
  const read = readTestFile(text);
  const place = { path, within: io.folder };
  const cassettes = await readCassettes(io, read.file, { place, findings: read.findings });
  return findSubjects(read, analyzeFile(files, workflow), cassettes);
}
