import { isJsonObject, type Json } from '../base/index.ts';
import type { Graph } from '../graph/index.ts';
import type { RunEvent } from './RunEvent.ts';
import type { Pin, ReusedTask, RunFrom, RunPlan } from './RunPlan.ts';
import type { ActivationView, RunView } from './RunView.ts';

/** A recorded run to take results from: what was seen of it, and its events. */
export interface RecordedRun {
  readonly view: RunView;
  readonly events: readonly RunEvent[];
}

/** Begins with a task: everything else that ran in the recorded run is read as it was then. */
export function planFrom(recorded: RecordedRun, taskId: string): RunPlan {
  return { from: toFrom(recorded, taskId), reuse: toReuse(recorded, taskId) };
}

/** Ends with a task: the tasks beside it answer as they did in the recorded run, where they succeeded there. */
export function planUntil(recorded: RecordedRun | null, graph: Graph, taskId: string): RunPlan {
  const pins: [string, Pin][] = [];
  const around = containersOf(graph, taskId);
  for (const { taskId: id, status, output } of recorded?.view.tasks.values() ?? []) {
    // What runs inside containers may have run many times: no one result stands for all of them.
    const isBeside = graph.nodes.get(id)?.parent === null && id !== taskId && !around.has(id);
    if (isBeside && status === 'success') pins.push([id, { kind: 'reused', output }]);
  }
  return { until: taskId, ...(pins.length === 0 ? {} : { pins: Object.fromEntries(pins) }) };
}

/** Runs one task alone. Without `input` it gets what it got in the recorded run. */
export function planOnly(recorded: RecordedRun | null, taskId: string, input?: Json): RunPlan {
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

function toFrom({ view, events }: RecordedRun, taskId: string): RunFrom {
  const activation = view.tasks.get(taskId);
  const edge = events.findLast((event) => event.type === 'edge.taken' && event.target === taskId);
  const data = edge?.type === 'edge.taken' && isJsonObject(edge.with) ? edge.with : null;
  if (data === null || activation === undefined) return { taskId };
  const fired = events.findLast(
    (event) => event.type === 'handler.fired' && event.next.includes(taskId) && event.seq < (edge?.seq ?? 0),
  );
  const event = fired?.type === 'handler.fired' ? fired.event : null;
  const isError = edge?.type === 'edge.taken' && edge.via.startsWith('on_error');
  const error = isError ? (view.tasks.get(edge.taskId)?.error ?? null) : null;
  return { taskId, arrival: { with: data, event, error } };
}

/** In order of start, so that of two tasks that use one agent the later result is the one that is read. */
function toReuse({ view }: RecordedRun, without: string): readonly ReusedTask[] {
  const last = [...view.activations.values()].filter((activation) => view.tasks.get(activation.taskId) === activation);
  return last.filter(({ taskId }) => taskId !== without).flatMap(toReusedTask);
}

function toReusedTask(view: ActivationView): ReusedTask[] {
  const { taskId, status, input, output, error, startedAt, endedAt, retryCount } = view;
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return [];
  return [{ taskId, status, input, output, error, startedAt, endedAt, retryCount }];
}
