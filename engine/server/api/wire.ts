import type { Json, JsonObject } from '../../base/index.ts';
import { errorToJson } from '../../run/index.ts';
import {
  abortWith,
  type OpenWait,
  type RunService,
  type ScheduleView,
  type ServedRun,
  type ServedRunHead,
  type ServedStatus,
  type ServedWorkflow,
  UnreachableError,
  type Webhook,
} from '../../service/index.ts';
import * as wire from '../../wire/index.ts';

const ENDED: readonly ServedStatus[] = ['success', 'error', 'cancelled'];

/** Whether nothing more happens to a run. */
export function hasEnded({ status }: ServedRun): boolean {
  return ENDED.includes(status);
}

/** A run as the API writes it: names with `_`, times in ISO 8601 with milliseconds, in UTC. */
export function runToJson(run: ServedRun): Json {
  const { id, workflow, status, ...facts } = factsOf(run);
  return wire.writeAs(wire.RUN, { id, workflow, status, output: run.output, ...facts });
}

/** A run as lists have it. */
export function toHead({ preview, size, unread, ...run }: ServedRunHead): wire.RunHead {
  return { ...factsOf(run), output_preview: preview, output_size: size, unread };
}

function factsOf(run: Omit<ServedRun, 'output'>) {
  const { id, workflow, status, error, trigger, parent, paused, usage, idle, warnings } = run;
  return {
    id,
    workflow,
    status,
    error: error === null ? null : { code: error.code, message: error.message, details: error.details },
    queued_at: timeToText(run.queuedAt),
    started_at: maybeTime(run.startedAt),
    ended_at: maybeTime(run.endedAt),
    trigger,
    parent: parent === null ? null : { run_id: parent.runId, key: parent.key, root: parent.root },
    paused,
    paused_ms: idle,
    usage: usage === null ? null : { ...usage },
    warnings,
  };
}

/** A run that was just started, in short. */
export function startToJson({ id, workflow, status }: ServedRun): Json {
  return wire.writeAs(wire.STARTED_RUN, { id, workflow, status });
}

export function toWorkflow({ name, title, description, input, isValid, digest }: ServedWorkflow): wire.WorkflowMessage {
  return { name, title, description, input, valid: isValid, digest };
}

export function toWait(wait: OpenWait): wire.WaitMessage {
  const { runId, workflow, task, signal, title, description, schema } = wait;
  const times = { since: timeToText(wait.since), until: maybeTime(wait.until) };
  return { run_id: runId, workflow, task, signal, ...times, title, description, schema };
}

/** A schedule as the API writes it. */
export function toSchedule(schedule: ScheduleView): wire.ScheduleMessage {
  const { name, workflow, cron, timeZone, missed, overlap, next, last, lastDue, queued, paused, problem } = schedule;
  return {
    name,
    workflow,
    cron,
    time_zone: timeZone,
    missed,
    overlap,
    next: maybeTime(next),
    last_run: last,
    last_due: maybeTime(lastDue),
    queued,
    paused,
    problem,
  };
}

/** A webhook as the API writes it: its secret is in none of it. */
export function toHook(hook: Webhook['config'] & Pick<Webhook, 'problem'>): wire.WebhookMessage {
  const { name, method, path, workflow, proof, problem } = hook;
  return { name, method, path: `/hooks/${path}`, workflow, auth: proof.type, problem };
}

/** What came of a run, for those who are not told more. */
export function resultToJson({ id, workflow, status, output, error }: ServedRun): JsonObject {
  return { id, workflow, status, output, error: error === null ? null : errorToJson(error) };
}

function maybeTime(ms: number | null): string | null {
  return ms === null ? null : timeToText(ms);
}

function timeToText(ms: number): string {
  return new Date(ms).toISOString();
}

/** How long one waits for the end of a run. */
interface Patience {
  /** Each of them ends the wait. */
  readonly signals: readonly AbortSignal[];
  /** In ms; null: as long as it takes. */
  readonly within: number | null;
}

/** The run once it has ended; null where that took too long, no one waits any more, or the runs cannot be reached. Leaves no listener behind. */
export async function awaitEnd(
  service: RunService,
  runId: string,
  { signals, within }: Patience,
): Promise<ServedRun | null> {
  const stop = abortWith(...signals);
  const timer = within === null ? null : setTimeout(stop.end, within);
  try {
    const last = await service.untilEnded(runId, stop.signal);
    return last !== null && hasEnded(last) ? last : null;
  } catch (error) {
    if (error instanceof UnreachableError) return null;
    throw error;
  } finally {
    if (timer !== null) clearTimeout(timer);
    stop.end();
  }
}
