import type { Json, JsonObject } from '../../base/index.ts';
import { errorToJson } from '../../run/index.ts';
import type {
  OpenWait,
  ScheduleView,
  ServedRun,
  ServedRunHead,
  ServedStatus,
  ServedWorkflow,
  Webhook,
} from '../../service/index.ts';

const ENDED: readonly ServedStatus[] = ['success', 'error', 'cancelled'];

/** Whether nothing more happens to a run. */
export function hasEnded({ status }: ServedRun): boolean {
  return ENDED.includes(status);
}

/** A run as the API writes it: names with `_`, times in ISO 8601 with milliseconds, in UTC. */
export function runToJson(run: ServedRun): JsonObject {
  const { id, workflow, status, output, error, trigger, parent, paused, usage, idle } = run;
  return {
    id,
    workflow,
    status,
    output,
    error: error === null ? null : errorToJson(error),
    queued_at: timeToJson(run.queuedAt),
    started_at: timeToJson(run.startedAt),
    ended_at: timeToJson(run.endedAt),
    trigger,
    parent: parent === null ? null : { run_id: parent.runId, key: parent.key, root: parent.root },
    paused,
    paused_ms: idle,
    usage: usage === null ? null : { ...usage },
  };
}

/** A run as lists have it. */
export function headToJson({ preview, size, unread, ...run }: ServedRunHead): JsonObject {
  const { output: _, ...rest } = runToJson({ ...run, output: null });
  return { ...rest, output_preview: preview, output_size: size, unread };
}

/** A run that was just started, in short. */
export function startToJson({ id, workflow, status }: ServedRun): JsonObject {
  return { id, workflow, status };
}

export function workflowToJson({ name, title, description, input, isValid, digest }: ServedWorkflow): JsonObject {
  return { name, title, description, input, valid: isValid, digest };
}

export function waitToJson(wait: OpenWait): JsonObject {
  const { workflow, task, signal, title, description, schema } = wait;
  return {
    run_id: wait.runId,
    workflow,
    task,
    signal,
    since: timeToJson(wait.since),
    until: timeToJson(wait.until),
    title,
    description,
    schema,
  };
}

/** A schedule as the API writes it. */
export function scheduleToJson(schedule: ScheduleView): JsonObject {
  const { name, workflow, cron, timeZone, missed, overlap, next, last, lastDue, queued, paused, problem } = schedule;
  return {
    name,
    workflow,
    cron,
    time_zone: timeZone,
    missed,
    overlap,
    next: timeToJson(next),
    last_run: last,
    last_due: timeToJson(lastDue),
    queued,
    paused,
    problem,
  };
}

/** A webhook as the API writes it: its secret is in none of it. */
export function hookToJson(hook: Webhook['config'] & Pick<Webhook, 'problem'>): JsonObject {
  const { name, method, path, workflow, proof, problem } = hook;
  return { name, method, path: `/hooks/${path}`, workflow, auth: proof.type, problem };
}

/** What came of a run, for those who are not told more. */
export function resultToJson({ id, workflow, status, output, error }: ServedRun): JsonObject {
  return { id, workflow, status, output, error: error === null ? null : errorToJson(error) };
}

function timeToJson(ms: number | null): Json {
  return ms === null ? null : new Date(ms).toISOString();
}
