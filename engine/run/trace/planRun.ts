import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { roleOf } from '../../model/index.ts';
import type { Pin, ReusedTask, RunFrom, RunPlan } from '../contract/RunPlan.ts';
import { readAnswer, valueOf } from '../contract/readModelAnswer.ts';
import type { RunEvent } from './RunEvent.ts';
import type { ActivationView, EffectView, RunView } from './RunView.ts';

/** The events of a run with their view: what a plan takes results from. */
export interface RunTrace {
  readonly view: RunView;
  readonly events: readonly RunEvent[];
}

/** Begins with a task: everything else that ran in the recorded run is read as it was then. */
export function planFrom(recorded: RunTrace, taskId: string): RunPlan {
  return { from: toFrom(recorded, taskId), reuse: toReuse(recorded, taskId) };
}

/** Ends with a task: the tasks next to it answer as they did in the recorded run, where they succeeded there. */
export function planUntil(recorded: RunTrace | null, graph: Graph, taskId: string): RunPlan {
  const pins: [string, Pin][] = [];
  const around = containersOf(graph, taskId);
  for (const { taskId: id, status, output } of recorded?.view.tasks.values() ?? []) {
    // What runs inside containers may have run many times: no one result represents all of them.
    const isBeside = graph.nodes.get(id)?.parent === null && id !== taskId && !around.has(id);
    if (isBeside && status === 'success') pins.push([id, { kind: 'reused', output }]);
  }
  return { until: taskId, ...(pins.length === 0 ? {} : { pins: Object.fromEntries(pins) }) };
}

/** Runs one task alone. Without `input` it gets what it got in the recorded run. */
export function planOnly(recorded: RunTrace | null, taskId: string, input?: Json): RunPlan {
  const from = recorded === null ? { taskId } : toFrom(recorded, taskId);
  const last = recorded?.view.tasks.get(taskId);
  const given = input ?? last?.input;
  return {
    from: given === undefined ? from : { ...from, input: given },
    until: taskId,
    ...(recorded === null ? {} : { reuse: toReuse(recorded, taskId) }),
  };
}

/** Ids of the containers around a task, nearest first. */
function containersOf(graph: Graph, taskId: string): ReadonlySet<string> {
  const around = new Set<string>();
  for (let id = graph.nodes.get(taskId)?.parent ?? null; id !== null; id = graph.nodes.get(id)?.parent ?? null)
    around.add(id);
  return around;
}

function toFrom({ view, events }: RunTrace, taskId: string): RunFrom {
  const activation = view.tasks.get(taskId);
  const edges = activation === undefined ? [] : edgesInto(events, activation);
  const last = edges.at(-1);
  if (last === undefined) return { taskId };
  const fired = events.findLast(
    (event) =>
      event.type === 'handler.fired' &&
      event.activation === last.activation &&
      event.next.includes(taskId) &&
      event.seq < last.seq,
  );
  const event = fired?.type === 'handler.fired' ? fired.event : null;
  const error = roleOf(last.via) === 'error' ? (view.activations.get(last.activation)?.error ?? null) : null;
  return { taskId, arrival: { with: jsonObject(edges.flatMap(({ with: data }) => entriesOf(data))), event, error } };
}

type EdgeTaken = Extract<RunEvent, { readonly type: 'edge.taken' }>;

/** The edges by which an activation was reached: several at a join, else one. That of `on_complete` next to a main one is not counted. */
function edgesInto(events: readonly RunEvent[], { taskId, activation }: ActivationView): readonly EdgeTaken[] {
  let edges: EdgeTaken[] = [];
  let own: EdgeTaken[] | null = null;
  let before: EdgeTaken | null = null;
  for (const event of events) {
    if (event.type === 'edge.taken' && event.target === taskId) {
      const isBeside: boolean =
        event.via === 'on_complete' && before?.activation === event.activation && before.via !== 'on_start';
      if (!isBeside) edges.push(event);
      before = event;
    } else if ((event.type === 'task.queued' || event.type === 'task.started') && event.taskId === taskId) {
      if (event.activation === activation && event.type === 'task.started') return [...(own ?? []), ...edges];
      // A waiting activation is queued as soon as an edge leads to it; edges that led to another activation are not its own.
      if (event.type === 'task.started') edges = [];
      else if (event.activation === activation) own = edges.splice(-1);
      else edges.pop();
    }
  }
  return own ?? [];
}

function entriesOf(data: Json): readonly (readonly [string, Json])[] {
  return isJsonObject(data) ? Object.entries(data) : [];
}

/**
 * Each task as it ended last, the one that the run begins with as its round before: a loop counts from there. In order of start, so
 * that of two tasks that use one agent the later result is the one that is read.
 */
function toReuse({ view }: RunTrace, first: string): readonly ReusedTask[] {
  const activations = [...view.activations.values()];
  const round = findRoundBefore(activations, view.tasks.get(first));
  return activations
    .filter((activation) =>
      activation.taskId === first ? activation === round : view.tasks.get(activation.taskId) === activation,
    )
    .flatMap(toReusedTask);
}

/** The activation of the same task in the same scope that had ended last when one began; undefined on the first round. */
function findRoundBefore(
  activations: readonly ActivationView[],
  last: ActivationView | undefined,
): ActivationView | undefined {
  if (last === undefined) return undefined;
  const began = last.startedAt ?? Number.POSITIVE_INFINITY;
  return activations
    .filter(
      (other) =>
        other.activation < last.activation && isBeside(other, last) && other.endedAt !== null && other.endedAt <= began,
    )
    .reduce<ActivationView | undefined>(
      (round, other) => ((round?.endedAt ?? 0) > (other.endedAt ?? 0) ? round : other),
      undefined,
    );
}

function isBeside(one: ActivationView, other: ActivationView): boolean {
  return (
    one.taskId === other.taskId &&
    one.parent === other.parent &&
    one.operation?.kind === other.operation?.kind &&
    one.operation?.index === other.operation?.index
  );
}

function toReusedTask(view: ActivationView): ReusedTask[] {
  const { taskId, status, input, output, error, startedAt, endedAt, retryCount, effects } = view;
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return [];
  const answer = effects.findLast(({ kind, response }) => kind !== 'memory' && response !== null);
  const used = answer === undefined ? {} : { used: usedResult(answer) };
  return [{ taskId, status, input, output, error, startedAt, endedAt, retryCount, ...used }];
}

/** What a call gave to the task that made it: a tool's result, or a model's last answer. */
export function usedResult({ kind, response }: EffectView): Json {
  if (kind === 'tool') return response;
  const answer = readAnswer(response);
  return valueOf(answer) ?? answer.text;
}
