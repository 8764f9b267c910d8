import { type RunError, tellItems } from '#engine/run';
import type { Json } from '#engine/values';
import { explainProblem, type RunHead, readProblem, type WaitMessage, type WorkflowMessage } from '#engine/wire';
import type { ServedRun } from '../store/State.ts';

/** A workflow of a server. */
export interface ServedWorkflow {
  /** Path of its file on the server. */
  readonly path: string;
  /** SHA-256 of its text, in hex; null where the server does not say. */
  readonly digest: string | null;
  /** False: it has errors and cannot be started. */
  readonly isValid: boolean;
}

/** A task of a run on a server that waits for a signal. */
export interface ServedWait {
  readonly runId: string;
  readonly path: string;
  readonly taskId: string;
  readonly signal: string;
  readonly since: number;
  readonly until: number | null;
  readonly title: string | null;
  readonly description: string | null;
  /** JSON Schema of the answer; null: any JSON. */
  readonly schema: Json;
}

/** Why a server did not do what it was asked for. */
export interface ServerProblem {
  /** A code of its API, or `UNREACHABLE`. */
  readonly code: string;
  readonly message: string;
  /** Where a value breaks its schema. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** A run of a list as the session has it, with its id on the server. */
export function toRun(run: RunHead): ServedRun {
  const { id, workflow, status, error = null, trigger = null, paused_ms: paused = null, usage = null, warnings } = run;
  const queuedAt = Date.parse(run.queued_at);
  const startedAt = timeOf(run.started_at) ?? queuedAt;
  const endedAt = timeOf(run.ended_at);
  return {
    runId: id,
    path: toPath(workflow),
    status,
    startedAt,
    endedAt,
    trigger,
    failure: error === null ? '' : describeFailure(error),
    // It was not paused for longer than it took.
    idle: endedAt === null ? 0 : Math.min(paused ?? 0, Math.max(endedAt - startedAt, 0)),
    usage: endedAt === null ? null : usage,
    warnings: endedAt === null ? 0 : (warnings ?? 0),
  };
}

/** Longest text of an error in a row of the history, in characters, as of runs of this browser. */
const FAILURE = 200;

/** An error in short. */
function describeFailure({ code, message, details }: RunError): string {
  return `${code}: ${tellItems({ message, details })}`.slice(0, FAILURE);
}

export function toWorkflow({ name, digest, valid = true }: WorkflowMessage): ServedWorkflow {
  return { path: toPath(name), digest: digest ?? null, isValid: valid };
}

export function toWait(wait: WaitMessage): ServedWait {
  const { run_id: runId, workflow, task, signal, title = null, description = null, schema = null } = wait;
  const times = { since: Date.parse(wait.since), until: timeOf(wait.until) };
  return { runId, path: toPath(workflow), taskId: task, signal, ...times, title, description, schema };
}

/** What a server answers that does not fit what its API says. */
export function unreadable(problem: string): ServerProblem {
  const message = `What the server answers cannot be read: ${problem}. Is it a newer version of Signalbox?`;
  return { code: 'UNREADABLE', message, errors: [] };
}

/** What a server answers that does not do what it was asked for. */
export function toServerProblem(status: number, body: Json): ServerProblem {
  const problem = readProblem(body);
  const { code = `STATUS_${status}`, errors = [] } = problem;
  return { code, message: explainProblem(status, problem), errors };
}

/** A problem of a server that was reached before, in words: which server, and why. */
export function describeProblem(address: string, { code, message }: ServerProblem): string {
  const { host } = new URL(address);
  return code === 'UNREACHABLE' ? `Connection to ${host} lost, trying again.` : `${host}: ${message}`;
}

/** A problem as the error of a run, which forms show. */
export function toRunError({ message, errors }: ServerProblem): RunError {
  return { code: 'VALIDATION_ERROR', message, details: errors.length === 0 ? null : { errors: [...errors] } };
}

/** How the API names the workflow of a file: its path without the ending. */
export function toWorkflowName(path: string): string {
  return path.replace(/\.ya?ml$/, '');
}

/** The path of the file of a workflow by its name in the API. */
export function toPath(workflow: string): string {
  return `${workflow}.yaml`;
}

/** A time in ms since the epoch; null for what is none. */
export function timeOf(value: Json | undefined): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
