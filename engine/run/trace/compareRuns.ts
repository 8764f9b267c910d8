import { equalJson } from '../../base/index.ts';
import { workedBetween } from './idle.ts';
import type { ActivationView, RunView } from './RunView.ts';

/** In what two runs of a task differ. `steps`: how often it ran; `route`: the edges that were taken from it. */
export type Difference = 'status' | 'error' | 'output' | 'input' | 'attempts' | 'steps' | 'route' | 'duration';

/** Which of two runs did something. */
export type Presence = 'both' | 'older' | 'newer';

/** Two runs, task by task and edge by edge. */
export interface RunComparison {
  /** Each task that ran in either, by task id: in the newer run's order of start, then those only the older one ran. */
  readonly tasks: ReadonlyMap<string, TaskComparison>;
  /** Edges taken more often in one than in the other, by the graph's edge id. */
  readonly edges: ReadonlyMap<string, { readonly older: number; readonly newer: number }>;
}

/** One task in two runs. */
export interface TaskComparison {
  readonly taskId: string;
  readonly presence: Presence;
  /** In what it differs, each once; `duration` alone is no difference of what was done: see {@link isDifferent}. */
  readonly differences: readonly Difference[];
  /** Its activations, matched ones side by side, in the newer run's order. */
  readonly steps: readonly StepPair[];
}

/** An activation of one run and its match in the other; null where there is none. */
export type StepPair = { readonly differences: readonly Difference[] } & (
  | { readonly older: ActivationView; readonly newer: ActivationView | null }
  | { readonly older: null; readonly newer: ActivationView }
);

/**
 * Compares what two runs did. Activations match when they have the same place: the same item or operation
 * of the same container, and in a loop the same round. Times are no difference unless one took notably longer: half as
 * long again, and a second. Deterministic: the same views give the same answer in the same order.
 */
export function compareRuns(older: RunView, newer: RunView): RunComparison {
  const pairs = pairSteps(older, newer);
  const edges = compareEdges(older, newer, pairs);
  const routes = new Set([...edges.keys()].map((id) => sourceOf(id, pairs)));
  const tasks = new Map([...pairs].map(([id, steps]) => [id, compareTask(id, steps, routes)] as const));
  return { tasks, edges };
}

/** Whether a task did something else in the two runs, or ran in one only. That it took longer is not enough. */
export function isDifferent({ presence, differences }: Pick<TaskComparison, 'presence' | 'differences'>): boolean {
  return presence !== 'both' || differences.some((difference) => difference !== 'duration');
}

/** In what two activations, or two whole runs, differ. */
export function compareSteps(older: TimedStep, newer: TimedStep): readonly Difference[] {
  const found: Difference[] = [];
  if (older.status !== newer.status) found.push('status');
  if (!equalError(older.error, newer.error)) found.push('error');
  if (!equalJson(older.output, newer.output)) found.push('output');
  if (!equalJson(older.input, newer.input)) found.push('input');
  if (older.retryCount !== newer.retryCount) found.push('attempts');
  if (isNotable(workedIn(older), workedIn(newer))) found.push('duration');
  return found;
}

/** `idle`: when its run was paused or interrupted; absent: never. That a call was made again is no difference. */
type TimedStep = Step & Partial<Pick<RunView, 'idle'>>;

type Step = Pick<ActivationView, 'status' | 'error' | 'output' | 'input' | 'retryCount' | 'startedAt' | 'endedAt'>;

const ORDER: readonly Difference[] = ['status', 'error', 'output', 'input', 'attempts', 'steps', 'route', 'duration'];

function compareTask(
  taskId: string,
  steps: readonly StepPair[],
  routes: ReadonlySet<string | undefined>,
): TaskComparison {
  const ran = { older: steps.some((step) => step.older !== null), newer: steps.some((step) => step.newer !== null) };
  const presence = ran.older && ran.newer ? 'both' : ran.older ? 'older' : 'newer';
  if (presence !== 'both') return { taskId, presence, differences: [], steps };
  const found = new Set(steps.flatMap(({ differences }) => differences));
  if (steps.some((step) => step.older === null || step.newer === null)) found.add('steps');
  if (routes.has(taskId)) found.add('route');
  return { taskId, presence, differences: ORDER.filter((difference) => found.has(difference)), steps };
}

function pairSteps(older: RunView, newer: RunView): ReadonlyMap<string, readonly StepPair[]> {
  const known = new Map<string, number>();
  const [before, after] = [placeSteps(older, known), placeSteps(newer, known)];
  const byTask = new Map<string, StepPair[]>();
  const add = (step: StepPair, taskId: string): void => {
    const steps = byTask.get(taskId);
    if (steps) steps.push(step);
    else byTask.set(taskId, [step]);
  };
  for (const [place, step] of after) {
    const match = before.get(place);
    const pair: StepPair = match
      ? {
          older: match,
          newer: step,
          differences: compareSteps({ ...match, idle: older.idle }, { ...step, idle: newer.idle }),
        }
      : { older: null, newer: step, differences: [] };
    add(pair, step.taskId);
  }
  for (const [place, step] of before)
    if (!after.has(place)) add({ older: step, newer: null, differences: [] }, step.taskId);
  return byTask;
}

/**
 * Every activation by its place in the run: that of its container, the task, the part it is of, and which round.
 * @param known numbers of the places met so far, the same for both runs: a place inside others stays as short as one outside
 */
function placeSteps({ activations }: RunView, known: Map<string, number>): ReadonlyMap<number, ActivationView> {
  const places = new Map<number, number>();
  const rounds = new Map<string, number>();
  const steps = new Map<number, ActivationView>();
  for (const step of activations.values()) {
    const { taskId, activation, parent, operation } = step;
    const outer = parent === null ? null : (places.get(parent) ?? null);
    const spot = JSON.stringify([outer, taskId, operation?.kind ?? null, operation?.index ?? null]);
    const round = (rounds.get(spot) ?? 0) + 1;
    rounds.set(spot, round);
    const name = `${spot} ${round}`;
    const place = known.get(name) ?? known.size;
    known.set(name, place);
    places.set(activation, place);
    steps.set(place, step);
  }
  return steps;
}

function compareEdges(
  older: RunView,
  newer: RunView,
  pairs: ReadonlyMap<string, readonly StepPair[]>,
): RunComparison['edges'] {
  const edges = new Map<string, { readonly older: number; readonly newer: number }>();
  for (const id of new Set([...newer.edges.keys(), ...older.edges.keys()])) {
    const taken = { older: older.edges.get(id) ?? 0, newer: newer.edges.get(id) ?? 0 };
    if (taken.older === taken.newer) continue;
    // A task whose result is that of an earlier run takes no edges: they were taken in that one.
    const less = taken.older < taken.newer ? older : newer;
    const source = sourceOf(id, pairs);
    if (source !== undefined && less.tasks.get(source)?.pinned === 'reused') continue;
    edges.set(id, taken);
  }
  return edges;
}

/** The task an edge leads from, by its id (`formatEdgeId`); undefined where that ran in neither. */
function sourceOf(edgeId: string, tasks: ReadonlyMap<string, unknown>): string | undefined {
  for (let at = edgeId.indexOf('>'); at >= 0; at = edgeId.indexOf('>', at + 1)) {
    const taskId = edgeId.slice(0, at);
    if (tasks.has(taskId)) return taskId;
  }
  return undefined;
}

function equalError(older: Step['error'], newer: Step['error']): boolean {
  if (older === null || newer === null) return older === newer;
  return older.code === newer.code && older.message === newer.message && equalJson(older.details, newer.details);
}

function workedIn({ startedAt, endedAt, idle = [] }: TimedStep): number | null {
  return startedAt === null || endedAt === null ? null : workedBetween(idle, startedAt, endedAt);
}

function isNotable(older: number | null, newer: number | null): boolean {
  if (older === null || newer === null) return false;
  const [short, long] = older < newer ? [older, newer] : [newer, older];
  return long - short >= 1000 && long >= short * 1.5;
}

/** Two runs that the same call of an activation in two runs has started. */
export interface ChildPair {
  /** Ids of the runs; the same where the newer one took over what the older one had. */
  readonly older: string;
  readonly newer: string;
  /** Path of the newer one's workflow. */
  readonly file: string;
  /** From 1. */
  readonly attempt: number;
  /** The item that the task itself made the call for, from 0; null where it made it for none. */
  readonly item: number | null;
}

/** The runs inside of two matched activations, matched by attempt, item and number of the call, in the newer one's order. */
export function pairChildren({ older, newer }: Pick<StepPair, 'older' | 'newer'>): readonly ChildPair[] {
  const before = childrenOf(older);
  return [...childrenOf(newer)].flatMap(([place, { runId, file }]): readonly ChildPair[] => {
    const match = before.get(place);
    const [attempt = '', call = ''] = place.split('/');
    const [, item] = /^\w+-(\d+)\./.exec(call) ?? [];
    if (match === undefined) return [];
    return [
      {
        older: match.runId,
        newer: runId,
        file,
        attempt: Number(attempt),
        item: item === undefined ? null : Number(item),
      },
    ];
  });
}

/** By the end of the key, `attempt/step`: all before it differs from run to run. */
function childrenOf(step: ActivationView | null) {
  return new Map(
    (step?.effects ?? []).flatMap(({ key, child }) =>
      child === undefined ? [] : [[key.split('/').slice(-2).join('/'), child] as const],
    ),
  );
}
