import { err, ok, type Result } from '#engine';
import type { RunError } from '#engine/run';
import type { Json } from '#engine/values';
import { readRunPage, readStartedRun, readWaits, readWorkflows } from '#engine/wire';
import type { RunControl, RunServer, ServerRequest } from '#engine/worker';
import { randomText } from '../../platform/index.ts';
import { reachOut } from '../document/engine.ts';
import type { ServedRun } from '../store/State.ts';
import { toServedId } from './servedId.ts';
import {
  type ServedWait,
  type ServedWorkflow,
  type ServerProblem,
  toRun,
  toRunError,
  toServerProblem,
  toWait,
  toWorkflow,
  toWorkflowName,
  unreadable,
} from './wire.ts';

type ServerReply<T> = Promise<Result<T, ServerProblem>>;

/** How many runs of a server are listed. */
const LISTED = 50;

export async function listWorkflows(server: RunServer): ServerReply<readonly ServedWorkflow[]> {
  const asked = await ask(server, { method: 'GET', path: '/api/workflows' });
  if (!asked.ok) return asked;
  const read = readWorkflows(asked.value);
  return read.ok ? ok(read.value.map(toWorkflow)) : err(unreadable(read.error));
}

/** Runs as a server lists them. */
export interface ServedList {
  readonly runs: readonly ServedRun[];
  /** What of the list cannot be read, in a sentence that names the server; null: nothing. */
  readonly problem: string | null;
  /** The cursor of the next ones; null: there are no more. */
  readonly next: string | null;
}

/** The newest runs of a server, or of the workflow that it has under a path. */
export function listServedRuns(
  server: RunServer,
  { path, limit = LISTED }: { readonly path?: string; readonly limit?: number } = {},
): ServerReply<ServedList> {
  const workflow = path === undefined ? '' : `&workflow=${encodeURIComponent(toWorkflowName(path))}`;
  return listRuns(server, limit, workflow);
}

/** Runs of a server from a cursor on, at most 200. */
export function listServedPage(server: RunServer, cursor: string | null): ServerReply<ServedList> {
  return listRuns(server, 200, cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);
}

/** Runs of a server with a text in the beginning of their input, from a cursor on; a page may have none, and others after it. */
export function findServedPage(server: RunServer, text: string, cursor: string | null): ServerReply<ServedList> {
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return listRuns(server, 200, `&text=${encodeURIComponent(text)}${from}`);
}

/** Servers of earlier versions list whole outputs: where these are too large together, fewer runs are asked for. */
async function listRuns(server: RunServer, limit: number, rest: string): ServerReply<ServedList> {
  for (let count = limit; ; count = Math.ceil(count / 8)) {
    const asked = await ask(server, { method: 'GET', path: `/api/runs?limit=${count}${rest}` });
    if (!asked.ok && asked.error.code === TOO_LARGE && count > 1) continue;
    if (!asked.ok) return asked;
    const read = readRunPage(asked.value);
    if (!read.ok) return err(unreadable(read.error));
    const { runs, next, lost, misfit } = read.value;
    const { host } = new URL(server.address);
    const unread = `${host}: ${lost} of its runs cannot be shown here: ${misfit}. Is the server a newer version?`;
    return ok({ runs: runs.map((run) => placed(server, toRun(run))), next, problem: lost > 0 ? unread : null });
  }
}

/** Every wait for a signal of every unfinished run of a server, the oldest first. */
export async function listWaits(server: RunServer): ServerReply<readonly ServedWait[]> {
  const asked = await ask(server, { method: 'GET', path: '/api/inbox' });
  if (!asked.ok) return asked;
  const read = readWaits(asked.value);
  return read.ok ? ok(read.value.map((wait) => placed(server, toWait(wait)))) : err(unreadable(read.error));
}

/** With the id under which the session knows the run. */
function placed<T extends { readonly runId: string }>({ address }: RunServer, listed: T): T {
  return { ...listed, runId: toServedId({ address, runId: listed.runId }) };
}

/** Starts a run of the workflow that a server has under a path. Answers with the id under which the session knows it. */
export async function startServed(server: RunServer, path: string, input: Json): ServerReply<string> {
  const asked = await ask(server, {
    method: 'POST',
    path: `/api/workflows/${encodeURIComponent(toWorkflowName(path))}/runs`,
    body: { input },
    // An answer that is lost may be asked for again.
    idempotencyKey: randomText(),
  });
  if (!asked.ok) return asked;
  const started = readStartedRun(asked.value);
  if (!started.ok) return err(unreadable(started.error));
  return ok(toServedId({ address: server.address, runId: started.value.id }));
}

/** Sends a control to a run on a server, by its id there; the error says why it is refused. What a server cannot do is refused, too. */
export async function controlServed(
  server: RunServer,
  runId: string,
  control: RunControl,
): Promise<RunError | undefined> {
  const request = toRequest(control);
  if (request === null)
    return {
      code: 'VALIDATION_ERROR',
      message: 'A run on a server cannot do that. Fork it here first.',
      details: null,
    };
  const path = `/api/runs/${encodeURIComponent(runId)}/${request.path}`;
  const asked = await ask(server, { ...request, method: 'POST', path });
  return asked.ok ? undefined : toRunError(asked.error);
}

function toRequest(control: RunControl): Pick<ServerRequest, 'path' | 'body'> | null {
  switch (control.type) {
    case 'signal.received':
      return { path: `signals/${encodeURIComponent(control.name)}`, body: control.payload };
    case 'wait.skipped':
      return { path: 'skip', body: { activation: control.activation } };
    case 'run.paused':
      return { path: 'pause' };
    case 'run.resumed':
      return { path: 'resume' };
    case 'run.repeat':
      return { path: 'resume', body: { repeat: control.again ? 'yes' : 'no' } };
    case 'run.cancelled':
      return { path: 'cancel' };
    default:
      return null;
  }
}

/** One request, whose answer is a success. */
export async function ask(server: RunServer, request: ServerRequest): ServerReply<Json> {
  const answer = await reachOut({ type: 'person' }, (engine) => engine.askServer(server, request)).catch(() => null);
  if (answer === null) return err(unreachable('The engine does not answer. Try again.'));
  if (!answer.ok)
    return err({
      ...unreachable(answer.error.message),
      ...(answer.error.code === 'LIMIT_ERROR' && { code: TOO_LARGE }),
    });
  const { status, body } = answer.value;
  return status >= 200 && status < 300 ? ok(body) : err(toServerProblem(status, body));
}

/** The code of an answer that is larger than what is read here. */
const TOO_LARGE = 'ANSWER_TOO_LARGE';

function unreachable(message: string): ServerProblem {
  return { code: 'UNREACHABLE', message, errors: [] };
}
