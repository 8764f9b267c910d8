import { jsonObject, layOver, ownValue } from '../../base/index.ts';
import {
  findCredentialVariables,
  findSentVariables,
  formatSecretPlaceholder,
  type RepeatPolicy,
} from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { findRange } from '../../syntax/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import { createLineIndex, type Position } from '../../text/index.ts';
import { judgeTest } from '../judge/judgeTest.ts';
import { playTest, STUCK } from '../play/playTest.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { type ChosenFault, chooseRuns, type DrillBaseline, type DrilledTest, listUnreached } from './chooseRuns.ts';
import { playDrill } from './DrillPlayer.ts';
import type { DrillVerdict, Fault, FaultKind } from './Fault.ts';
import { type Allowance, findAllowances } from './findAllowances.ts';
import { findLeaks } from './judgeLeak.ts';
import { judgeRun } from './judgeRun.ts';
import type { DrillSubject, PlayedDrill } from './PlayedDrill.ts';
import { placeName } from './ToolPlaces.ts';

/** What is drilled. */
export interface Drilled {
  readonly analysis: Analysis;
  /** A task is tried in the first run that reaches it. */
  readonly tests: readonly DrilledTest[];
  /** Whether signals are made up: of runs that no test says anything about. */
  readonly isSimulated: boolean;
  /** What becomes of a call that was cut off, where its tool does not say it; `ask` where absent. */
  readonly repeat?: RepeatPolicy;
  readonly ports?: TestPorts;
  /** Tasks that are tried before the others: for who stops before the end. */
  readonly first?: ReadonlySet<string>;
  /** Called with each cell as it comes, and with how far that is; false omits what is left. */
  readonly onCell?: (cell: DrillCell, progress: DrillProgress) => boolean | Promise<boolean>;
}

/** How many of the faults were tried. */
export interface DrillProgress {
  readonly done: number;
  readonly total: number;
}

/** What a fault strikes. */
export interface DrillPlace {
  readonly task: string;
  /** The tool of its agent whose call is struck, by the name that the model knows; null: the task itself. */
  readonly tool: string | null;
  /** Which call of this tool in a conversation, from 1; null: the task itself. */
  readonly call: number | null;
  /** The name of all of it: `pay`, `decide/pay`, `decide/pay#2`. */
  readonly place: string;
}

/** What became of one fault of one place. Plain data, the same for the same texts. */
export interface DrillCell extends DrillPlace {
  /** The code of an error, else the kind of the fault; `none`: what is so without one. */
  readonly fault: string;
  readonly kind: FaultKind | 'none';
  readonly verdict: DrillVerdict;
  /** One sentence or two. */
  readonly why: string;
  /** Why this is wanted, by a comment of the workflow; null: it is not. */
  readonly allowed: string | null;
  /** The test that was played. */
  readonly test: string;
  /** Number of the event that shows it, in the run with the fault. */
  readonly step: number;
  /** Where the task is in the workflow; lines and columns from 1. */
  readonly at: Position;
}

/** The result of a drill. */
export interface DrillReport {
  readonly cells: readonly DrillCell[];
  /** Tasks that call something, and tools of agents, that none of the runs reaches. */
  readonly unreached: readonly (DrillPlace & { readonly at: Position })[];
  /** Tests that fail, or cannot be played, even without a fault: none of their tasks is tried in them. */
  readonly unplayed: readonly { readonly test: string; readonly why: string }[];
}

/** Injects each fault into each task, and into each tool call of its agent, in a run of its own, and judges that run. Pure. Patterns must be loaded. */
export async function drill(drilled: Drilled): Promise<DrillReport> {
  const { analysis } = drilled;
  const secrets = secretsOf(analysis);
  const allowancesOf = findAllowances(analysis);
  const lines = createLineIndex(analysis.syntax.text);
  const placeOf = (task: string): Position => {
    const path = analysis.graph.nodes.get(task)?.task.path ?? [];
    return lines.positionAt(findRange(analysis.syntax, path, 'value').start);
  };
  const { played, unplayed } = await playUsual(drilled);
  const faults = inTurn(chooseRuns(analysis, played), drilled.first);
  const cells: DrillCell[] = [];
  let done = 0;
  const add = async (cell: DrillCell): Promise<boolean> => {
    cells.push(cell);
    return (await drilled.onCell?.(cell, { done, total: faults.length })) !== false;
  };
  for (const run of played)
    for (const leak of usualLeaks(run, secrets, placeOf))
      if (!cells.some(({ why }) => why === leak.why)) await add(leak);
  const tests = drilled.tests.map(({ test }) => test);
  for (const { run: usualRun, fault, isForeseen } of faults) {
    const { subject, usual, drilled: own } = usualRun;
    const run = await playDrill(subject, { fault, usual });
    const promised = own.findings === undefined ? null : { test: own.test, findings: own.findings };
    const foreseen = isForeseen ? promised : null;
    const judged = judgeRun({ analysis, tests, fault, usual, run, secrets, promised, foreseen, test: subject.test });
    const { task, name, kind } = fault;
    const allowed = reasonFor(allowancesOf(task), judged.verdict);
    done += 1;
    const cell = {
      ...toPlace(fault),
      fault: name,
      kind,
      ...judged,
      allowed,
      test: subject.test.name,
      at: placeOf(task),
    };
    if (!(await add(cell))) break;
  }
  const unreached = listUnreached(analysis, played).map((place) => ({ ...toPlace(place), at: placeOf(place.task) }));
  return { cells, unreached, unplayed };
}

function inTurn(faults: readonly ChosenFault[], first: ReadonlySet<string> = new Set()): readonly ChosenFault[] {
  const isFirst = ({ fault }: ChosenFault): boolean => first.has(fault.task);
  return [...faults.filter(isFirst), ...faults.filter((each) => !isFirst(each))];
}

async function playUsual(
  drilled: Drilled,
): Promise<{ readonly played: readonly DrillBaseline[]; readonly unplayed: DrillReport['unplayed'] }> {
  const played: DrillBaseline[] = [];
  const unplayed: DrillReport['unplayed'][number][] = [];
  for (const drilledTest of drilled.tests) {
    const why = await explainFailure(drilled, drilledTest);
    const subject = toSubject(drilled, drilledTest);
    const usual = why === null ? await playDrill(subject, null) : null;
    const name = drilledTest.test.name;
    if (usual?.stop === null) played.push({ drilled: drilledTest, subject, usual });
    const whyNot = why ?? (usual === null ? null : explainUnplayed(usual, drilledTest.test));
    if (whyNot !== null) unplayed.push({ test: name, why: whyNot });
  }
  return { played, unplayed };
}

/** Why a test is not drilled that fails as it is: what comes of its faults would be of another run. Null where it passes. */
async function explainFailure(
  { analysis, ports = {} }: Drilled,
  { test, cassette, findings, faults = [] }: DrilledTest,
): Promise<string | null> {
  if (findings === undefined) return null;
  const [fault] = faults;
  if (fault !== undefined) return `It cannot be played: ${fault.message}`;
  const played = await playTest(analysis, test, { ...ports, cassette });
  const [failure] = judgeTest(analysis, test, played, findings).failures;
  return failure === undefined ? null : `It fails without any fault: ${failure.message}`;
}

/** Plays the run of one cell again, for whoever wants to see it; undefined where there is no such cell. `test`: of what is so without a fault. */
export async function playCell(
  drilled: Drilled,
  { place, fault, test }: Pick<DrillCell, 'place' | 'fault'> & Partial<Pick<DrillCell, 'test'>>,
): Promise<PlayedDrill | undefined> {
  const { played } = await playUsual(drilled);
  if (fault === 'none') return played.find(({ subject }) => subject.test.name === test)?.usual;
  const found = chooseRuns(drilled.analysis, played).find(
    (chosen) => placeName(chosen.fault) === place && chosen.fault.name === fault,
  );
  if (found === undefined) return undefined;
  const { run } = found;
  return playDrill(run.subject, { fault: found.fault, usual: run.usual });
}

/** Secrets are what hosts make of them: text that only the way out turns into the value. */
function toSubject(
  { analysis, isSimulated, repeat = 'ask', ports = {} }: Drilled,
  { test, cassette }: DrilledTest,
): DrillSubject {
  const names = [...secretsOf(analysis)].filter(
    (name) => ownValue(cassette?.cassette.start.env ?? {}, name) === undefined,
  );
  const secrets = jsonObject(names.map((name) => [name, formatSecretPlaceholder(name)]));
  const own = { ...test, env: layOver(test.env, secrets) };
  return { analysis, test: own, isSimulated, repeat, ports: { ...ports, cassette } };
}

function secretsOf(analysis: Analysis): ReadonlySet<string> {
  const workflow = effectiveWorkflow(analysis);
  return new Set([...findCredentialVariables(workflow), ...findSentVariables(workflow)]);
}

function explainUnplayed({ stop, events }: PlayedDrill, { expect }: TestCase): string | null {
  const end = events.at(-1);
  if (stop === null) {
    if (end?.type !== 'run.finished' || end.status !== 'error' || expect.status === 'error') return null;
    return `Without any fault the run ends with ${end.error?.code}: ${end.error?.message}`;
  }
  if (stop.code === 'input' || stop.code === 'endless') return stop.message;
  return `It fails without any fault: ${STUCK}`;
}

/** Secrets that a run tells without a fault. */
function usualLeaks(
  { usual, subject }: DrillBaseline,
  secrets: ReadonlySet<string>,
  placeOf: (task: string) => Position,
): readonly DrillCell[] {
  return [...findLeaks(usual, secrets)].map(([name, step]) => {
    const event = usual.events[step];
    const task = event !== undefined && 'taskId' in event && event.taskId !== null ? event.taskId : '';
    const where = task === '' ? 'in what the run ends with' : `by “${task}”`;
    const why = `The secret env.${name} is revealed even without a fault, ${where}. Remove it there.`;
    const test = subject.test.name;
    const place = { ...toPlace({ task, of: null }), fault: 'none', kind: 'none' as const };
    return { ...place, verdict: 'leaks', why, allowed: null, test, step, at: placeOf(task) };
  });
}

function toPlace({ task, of }: Pick<Fault, 'task' | 'of'>): DrillPlace {
  return { task, tool: of?.tool ?? null, call: of?.call ?? null, place: placeName({ task, of }) };
}

function reasonFor(allowances: readonly Allowance[], verdict: DrillVerdict): string | null {
  return allowances.find(({ verdicts }) => verdicts.has(verdict))?.reason ?? null;
}
