import { isJsonObject, type Json } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun, type RunEvent } from '../../run/index.ts';
import type { HostedRun } from './HostCase.ts';

/** What every host is to agree about, as texts that can be compared; what depends on the clock or on chance is named, not shown. */
export interface Comparable {
  readonly refused: readonly string[] | null;
  /** Status, output and code of the error. */
  readonly end: Json;
  /** How each task ended each time, sorted: which of two branches comes first is not part of a workflow's meaning. */
  readonly activations: readonly string[];
  /** Of a run in which never two things were under way: its events, in their order; else null. */
  readonly trace: readonly string[] | null;
}

/** Fields of events that say when something was, or what it was called this time. */
const OF_THE_CLOCK: ReadonlySet<string> = new Set(['at', 'seq', 'until', 'delay', 'duration', 'since']);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SITE = /127\.0\.0\.1:\d+/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** The earliest time that is taken for one, in ms since the epoch: 2025. */
const FIRST_TIME = 1_735_000_000_000;

/** What of a run the hosts are to agree about. */
export function toComparable({ refused, events }: HostedRun): Comparable {
  const [first] = events;
  const runId = first?.type === 'run.started' ? first.runId : '';
  const settle = (value: unknown): Json => toTimeless(value as Json, runId);
  const view = foldRun(EMPTY_VIEW, events);
  const activations = [...view.activations.values()].flatMap(
    ({ taskId, operation, status, input, output, error, retryCount, startedAt }) =>
      startedAt === null
        ? []
        : [JSON.stringify(settle({ taskId, operation, status, input, output, code: error?.code ?? null, retryCount }))],
  );
  const trace = isSequential(events) ? events.map((event) => JSON.stringify(settle(event))) : null;
  return {
    refused,
    end: settle({ status: view.status, output: view.output, code: view.error?.code ?? null }),
    activations: activations.sort(),
    trace,
  };
}

/** Whether at most one task, and one call, was under way at each moment, besides those it is inside of, and nothing came from outside. */
function isSequential(events: readonly RunEvent[]): boolean {
  const tasks = new Map<number, number | null>();
  const calls = new Set<string>();
  for (const event of events) {
    if (event.type === 'task.started') tasks.set(event.activation, event.parent);
    else if (event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled')
      tasks.delete(event.activation);
    else if (event.type === 'effect.requested') calls.add(event.key);
    else if (event.type === 'effect.completed') calls.delete(event.key);
    else if (event.type === 'task.waiting' || event.type === 'task.queued') return false;
    const parents = new Set(tasks.values());
    const innermost = [...tasks.keys()].filter((activation) => !parents.has(activation));
    if (innermost.length > 1 || calls.size > 1) return false;
  }
  return true;
}

function toTimeless(value: Json, runId: string): Json {
  if (typeof value === 'number') return value > FIRST_TIME ? 'TIME' : value;
  if (typeof value === 'string') return toTimelessText(value, runId);
  if (Array.isArray(value)) return value.map((each) => toTimeless(each, runId));
  if (!isJsonObject(value)) return value;
  if ('satisfied' in value)
    return { satisfied: value['satisfied'] ?? null, signal: toTimeless(value['signal'] ?? null, runId) };
  const kept = Object.entries(value).filter(([key]) => !OF_THE_CLOCK.has(key));
  const told = kept.map(([key, inner]) => [key, toTimeless(inner, runId)] as const);
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toTimelessText(text: string, runId: string): string {
  const own = runId === '' ? text : text.replaceAll(runId, 'RUN');
  return own.replace(UUID, 'UUID').replace(MOMENT, 'TIME').replace(SITE, 'SITE');
}
