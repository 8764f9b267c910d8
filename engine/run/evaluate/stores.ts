import { type Json, type JsonObject, jsonObject, layOver } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import { errorToJson } from '../contract/errors.ts';
import type { ReusedTask } from '../contract/RunPlan.ts';
import type { Activation, Store } from '../state/Activation.ts';
import { readExtras } from '../state/EndedItems.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';

/** Writes an overlay's results into its parent, or into `into` (format.md 2): later merges win. */
export function mergeStore(store: Store, into: Store | null = store.parent): void {
  if (into === null) return;
  store.tasks.copyTo(into.tasks);
  if (!store.hasUses) return;
  store.agents.forEach((value, id) => into.agents.set(id, value));
  store.tools.forEach((value, id) => into.tools.set(id, value));
}

/** As {@link mergeStore}, of a store that nothing reads any more: it is left empty, so that it keeps nothing alive. */
export function moveStore(store: Store, into: Store): void {
  mergeStore(store, into);
  store.tasks.clear();
  if (!store.hasUses) return;
  store.agents.clear();
  store.tools.clear();
}

/** The activation whose result `tasks.<id>` is; undefined where none has begun. */
export function findResult(run: Run, store: Store, id: string): Activation | undefined {
  const number = run.program.ids.get(id);
  if (number === undefined) return undefined;
  for (let at: Store | null = store; at !== null; at = at.parent) {
    const activation = at.tasks.get(number);
    if (activation !== undefined) return activation;
  }
  return undefined;
}

/** A result as expressions see it: `tasks.<id>`, `agents.<id>`, `tools.<id>`; undefined when there is none of that id. */
export function readResult(run: Run, store: Store, kind: 'tasks' | 'agents' | 'tools', id: string): Json | undefined {
  if (kind === 'tasks') {
    const activation = findResult(run, store, id);
    if (activation !== undefined) return readTaskState(run, activation);
    // A task that exists and has not begun has a status, and nothing else yet.
    return run.program.ids.has(id) ? { status: 'pending' } : undefined;
  }
  for (let at: Store | null = store; at !== null; at = at.parent) {
    const value = at.hasUses ? at[kind].get(id) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Every result of a kind, for expressions that compute which one they read. */
export function readResults(run: Run, store: Store, kind: 'tasks' | 'agents' | 'tools'): JsonObject {
  const ids = new Set<string>(kind === 'tasks' ? run.program.ids.keys() : []);
  if (kind !== 'tasks')
    for (let at: Store | null = store; at !== null; at = at.parent) for (const id of at[kind].keys()) ids.add(id);
  return jsonObject([...ids].map((id) => [id, readResult(run, store, kind, id) ?? null]));
}

/** What an activation says as `tasks.<id>`; kept once it can change no more. */
export function readTaskState(run: Run, activation: Activation): JsonObject {
  if (activation.state !== null) return activation.state;
  if (isUnderWay(run, activation)) return readStateUnderWay(run, activation);
  const { status, startedAt, endedAt, error, output, extras } = activation;
  const common = toTaskState({ status, startedAt, endedAt, retryCount: retriesOf(activation), error, output });
  const state = extras === null ? common : layOver(common, readExtras(extras));
  if (activation.phase === 'settled') activation.state = state;
  return state;
}

/** `tasks.<id>.output` of an activation. */
export function readTaskOutput(run: Run, activation: Activation): Json {
  if (!isUnderWay(run, activation)) return activation.output;
  const last = findLastEnded(run, activation);
  return last === null ? null : readTaskOutput(run, last);
}

/** While an activation is under way, its result is that of the one before it (format.md 6): a loop so counts its rounds. */
function isUnderWay(run: Run, { status }: Activation): boolean {
  return (status === 'running' || status === 'waiting' || status === 'retrying') && !isBefore(run, '0.2');
}

function readStateUnderWay(run: Run, activation: Activation): JsonObject {
  const { status, startedAt } = activation;
  const retryCount = retriesOf(activation);
  const own = toTaskState({ status, startedAt, endedAt: null, retryCount, error: null, output: null });
  const last = findLastEnded(run, activation);
  if (last === null) return own;
  const { start_time: began = null, retry_count: retries = null } = own;
  return layOver(readTaskState(run, last), { status, start_time: began, retry_count: retries });
}

/** The task's activation that ended last in the same scope. A hook call continues what was there before it; items and containers begin again. */
function findLastEnded(run: Run, { lane, scope, program }: Activation): Activation | null {
  if (lane.ended !== null || scope.owner.kind !== 'hook' || scope.store.parent === null) return lane.ended;
  return findResult(run, scope.store.parent, program.id) ?? null;
}

function retriesOf({ attempt }: Activation): number {
  return Math.max(0, attempt - 1);
}

type TaskResult = Pick<ReusedTask, 'startedAt' | 'endedAt' | 'retryCount' | 'error' | 'output'> &
  Pick<Activation, 'status'>;

/** The seed's task state information: `tasks.<id>` without what a collection adds. Times in ISO, `duration` in ms. */
export function toTaskState({ status, startedAt, endedAt, retryCount, error, output }: TaskResult): JsonObject {
  return {
    status,
    duration: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    start_time: startedAt === null ? null : formatIso(startedAt),
    end_time: endedAt === null ? null : formatIso(endedAt),
    retry_count: retryCount,
    error: errorToJson(error),
    output,
  };
}

/** Keeps the result of an agent's last execution: `{data, metadata}` (format.md 2). */
export function setAgentResult(store: Store, id: string, output: Json, error: Json): void {
  store.agents.set(id, { output, error });
}

/** Keeps the result of a tool's last execution: `{data}`, a list as `{results, metadata}` (format.md 2). */
export function setToolResult(
  store: Store,
  id: string,
  result: { readonly output: Json; readonly at: number } | { readonly error: Json },
): void {
  if ('error' in result) {
    store.tools.set(id, { output: null, error: result.error });
    return;
  }
  const { output, at } = result;
  const data: Json = Array.isArray(output)
    ? { results: output, metadata: { total: output.length, timestamp: formatIso(at) } }
    : output;
  store.tools.set(id, { output: { data }, error: null });
}
