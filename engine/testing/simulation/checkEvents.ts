import type { JsonObject } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunView } from '../../run/index.ts';
import { objectAt, type Task, tasksOf } from './Model.ts';
import { promise } from './SimulationError.ts';

type Settled = Extract<RunEvent, { readonly type: 'task.succeeded' | 'task.failed' | 'task.cancelled' }>;
type Started = Extract<RunEvent, { readonly type: 'task.started' }>;

const STATUSES = { 'task.succeeded': 'success', 'task.failed': 'error', 'task.cancelled': 'cancelled' } as const;

/** Retries of `on_error.retry: true` without a policy. */
const DEFAULT_RETRIES = 3;

/** Proves what holds of the events of any run; answers with its view. Throws a {@link SimulationError}. */
export function checkEvents(events: readonly RunEvent[], workflow: JsonObject): RunView {
  const tasks = listTasks(tasksOf(workflow));
  checkOrder(events);
  const settled = checkSettling(events);
  checkRetries(events, tasks);
  checkConcurrency(events, tasks);
  checkFailFast(events, tasks);
  checkLimits(events, workflow);
  const view = foldRun(EMPTY_VIEW, events);
  for (const [activation, event] of settled) {
    const shown = view.activations.get(activation)?.status;
    promise(shown === STATUSES[event.type], `activation ${activation} is shown as ${shown}, after ${event.type}`);
  }
  return view;
}

function listTasks(level: readonly Task[], into = new Map<string, Task>()): ReadonlyMap<string, Task> {
  for (const task of level) {
    into.set(task.id, task);
    listTasks(tasksOf(task), into);
  }
  return into;
}

function checkOrder(events: readonly RunEvent[]): void {
  let at = 0;
  for (const [index, event] of events.entries()) {
    promise(event.seq === index, `event ${index} has number ${event.seq}`);
    promise(event.at >= at, `time falls at event ${index}`);
    at = event.at;
  }
  const end = events.findIndex(({ type }) => type === 'run.finished');
  promise(end === -1 || end === events.length - 1, 'an event was emitted after the end');
}

/** Everything that begins is settled once by the end, and no task continues after it was. */
function checkSettling(events: readonly RunEvent[]): ReadonlyMap<number, Settled> {
  const begun = new Set<number>();
  const settled = new Map<number, Settled>();
  for (const event of events) {
    if (event.type === 'task.queued' || event.type === 'task.started') begun.add(event.activation);
    if (isSettled(event)) {
      promise(!settled.has(event.activation), `activation ${event.activation} was settled twice`);
      promise(begun.has(event.activation), `activation ${event.activation} was settled and never began`);
      settled.set(event.activation, event);
    } else if ('activation' in event && event.type.startsWith('task.'))
      promise(!settled.has(event.activation), `${event.type} of activation ${event.activation} after its end`);
  }
  if (events.at(-1)?.type === 'run.finished')
    for (const id of begun) promise(settled.has(id), `activation ${id} was never settled`);
  return settled;
}

function isSettled(event: RunEvent): event is Settled {
  return event.type in STATUSES;
}

function checkRetries(events: readonly RunEvent[], tasks: ReadonlyMap<string, Task>): void {
  for (const event of events) {
    if (event.type !== 'task.attempt') continue;
    const task = tasks.get(event.taskId);
    const policy = task?.['retry'] === undefined ? undefined : Number(objectAt(task, 'retry')['attempts']);
    const isAsked = task !== undefined && objectAt(task, 'on_error')['retry'] === true;
    const most = policy ?? (isAsked ? DEFAULT_RETRIES : 0);
    promise(event.attempt <= most + 1, `task ${event.taskId} made ${event.attempt} attempts, with ${most} retries`);
  }
}

/** One activation at a time of a task in its scope; no more concurrent parts of a container than it allows. */
function checkConcurrency(events: readonly RunEvent[], tasks: ReadonlyMap<string, Task>): void {
  const running = new Map<number, Started>();
  const names = new Map<number, string>();
  for (const event of events) {
    if (isSettled(event)) running.delete(event.activation);
    if (event.type !== 'task.started') continue;
    running.set(event.activation, event);
    names.set(event.activation, event.taskId);
    if (event.operation?.kind === 'hook' || event.operation === null || event.parent === null) {
      const same = [...running.values()].filter((other) => other.taskId === event.taskId && isTop(other));
      promise(!isTop(event) || same.length === 1, `${event.taskId} runs twice at a time`);
      continue;
    }
    const { kind } = event.operation;
    const beside = [...running.values()].filter((other) => other.parent === event.parent);
    const parts = new Set(beside.flatMap(({ operation }) => (operation?.kind === kind ? [operation.index] : [])));
    const most = mostAtOnce(tasks.get(names.get(event.parent) ?? ''), kind);
    promise(parts.size <= most, `${parts.size} parts of ${names.get(event.parent)} at once`);
  }
}

function isTop({ parent }: Started): boolean {
  return parent === null;
}

function mostAtOnce(task: Task | undefined, kind: string): number {
  const config = task === undefined ? {} : objectAt(task, 'config');
  const limit = config['max_concurrent'] === undefined ? null : Number(config['max_concurrent']);
  if (kind === 'operation') return limit ?? 100;
  // Children in list order may fork.
  if (kind !== 'item') return Number.POSITIVE_INFINITY;
  const size = Number(config['batch_size'] ?? 1);
  if (config['mode'] === 'sequential') return 1;
  return size * (limit ?? (size > 1 ? 1 : 10));
}

/** With `fail_fast` nothing starts after the first operation that failed. */
function checkFailFast(events: readonly RunEvent[], tasks: ReadonlyMap<string, Task>): void {
  const started = new Map<number, Started>();
  const stopped = new Set<number>();
  const handled = new Set(
    events.flatMap((event) =>
      event.type === 'edge.taken' && /^on_(error|timeout|validation_error)/.test(event.via) ? [event.activation] : [],
    ),
  );
  for (const event of events) {
    if (event.type === 'task.attempt') stopped.delete(event.activation);
    if (event.type === 'task.started') {
      started.set(event.activation, event);
      const isStopped = event.operation?.kind === 'operation' && event.parent !== null && stopped.has(event.parent);
      promise(!isStopped, `${event.taskId} started after another operation had failed`);
    }
    if (event.type !== 'task.failed' || handled.has(event.activation)) continue;
    const own = started.get(event.activation);
    const parent = own?.operation?.kind === 'operation' && own.parent !== null ? started.get(own.parent) : undefined;
    const task = parent === undefined ? undefined : tasks.get(parent.taskId);
    if (parent !== undefined && task !== undefined && objectAt(task, 'config')['fail_fast'] === true)
      stopped.add(parent.activation);
  }
}

function checkLimits(events: readonly RunEvent[], workflow: JsonObject): void {
  const { per_task: perTask = 1000, per_scope: perScope = 10_000 } = objectAt(workflow, 'limits');
  const counts = new Map<string, number>();
  let total = 0;
  for (const event of events) {
    if (event.type !== 'task.started' || !isTop(event)) continue;
    total += 1;
    counts.set(event.taskId, (counts.get(event.taskId) ?? 0) + 1);
    // The start of the run is no transition.
    promise((counts.get(event.taskId) ?? 0) <= Number(perTask) + 1, `${event.taskId} ran past limits.per_task`);
    promise(total <= Number(perScope) + 1, 'the run went past limits.per_scope');
  }
}
