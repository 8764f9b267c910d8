import { err, ok, type Result } from '#engine';
import {
  readAuditPage,
  readManyDone,
  readScheduleMessage,
  readServerMessage,
  readStartedRun,
  readTriggersMessage,
} from '#engine/wire';
import type { RunServer } from '#engine/worker';
import {
  type AuditEntry,
  type ServerSchedule,
  type ServerState,
  type ServerTriggers,
  toAuditEntry,
  toSchedule,
  toServerState,
  toTriggers,
} from './operationWire.ts';
import { ask } from './requests.ts';
import { readServedId, toServedId } from './servedId.ts';
import { type ServerProblem, toWorkflowName, unreadable } from './wire.ts';

type ServerReply<T> = Promise<Result<T, ServerProblem>>;

/** How many runs one request names at most. */
const AT_ONCE = 200;

/** How many entries of the audit log a page has. */
const AUDIT_PAGE = 100;

/** What the token may do, and how much of the limits is taken; null: the server is of an earlier version, which does not tell. */
export async function readServer(server: RunServer): ServerReply<ServerState | null> {
  const asked = await ask(server, { method: 'GET', path: '/api/server' });
  if (!asked.ok) return asked.error.code === 'NOT_FOUND' ? ok(null) : asked;
  return toAnswer(readServerMessage(asked.value), toServerState);
}

export async function readTriggers(server: RunServer): ServerReply<ServerTriggers> {
  const asked = await ask(server, { method: 'GET', path: '/api/triggers' });
  return asked.ok ? toAnswer(readTriggersMessage(asked.value), toTriggers) : asked;
}

/** Pauses a schedule, or resumes it; answers with the schedule as it is then. */
export async function setSchedulePaused(
  server: RunServer,
  name: string,
  isPaused: boolean,
): ServerReply<ServerSchedule> {
  const path = `/api/schedules/${encodeURIComponent(name)}/${isPaused ? 'pause' : 'resume'}`;
  const asked = await ask(server, { method: 'POST', path });
  return asked.ok ? toAnswer(readScheduleMessage(asked.value), toSchedule) : asked;
}

/** Starts a run of a schedule; answers with the id under which the session knows it. */
export async function runScheduleNow(server: RunServer, name: string): ServerReply<string> {
  const asked = await ask(server, { method: 'POST', path: `/api/schedules/${encodeURIComponent(name)}/run` });
  const toId = ({ id: runId }: { readonly id: string }): string => toServedId({ address: server.address, runId });
  return asked.ok ? toAnswer(readStartedRun(asked.value), toId) : asked;
}

/** Who did what, the newest first, of runs of one workflow or of all. */
export async function readAudit(
  server: RunServer,
  { path, cursor }: { readonly path: string | null; readonly cursor: string | null },
): ServerReply<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }> {
  const workflow = path === null ? '' : `&workflow=${encodeURIComponent(toWorkflowName(path))}`;
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const asked = await ask(server, { method: 'GET', path: `/api/audit?limit=${AUDIT_PAGE}${workflow}${from}` });
  if (!asked.ok) return asked;
  return toAnswer(readAuditPage(asked.value), ({ entries, next = null }) => ({
    entries: entries.map(toAuditEntry),
    next,
  }));
}

/** What a server answered, as the session has it, or what of it does not fit. */
function toAnswer<Message, T>(read: Result<Message, string>, to: (message: Message) => T): Result<T, ServerProblem> {
  return read.ok ? ok(to(read.value)) : err(unreadable(read.error));
}

/** What can be done to many runs of a server. */
export type ServedAct = 'cancel' | 'retry' | 'remove';

/** What came of it. */
export interface ManyDone {
  readonly done: number;
  /** Why it was not done to others, a sentence for each of them. */
  readonly refused: readonly string[];
}

/** Cancels or retries runs of a server, by the ids under which the session knows them; where the server stops answering, what was done until then counts. */
export async function steerServed(
  server: RunServer,
  act: Exclude<ServedAct, 'remove'>,
  runIds: readonly string[],
): Promise<ManyDone> {
  const ids = runIds.map(idThere);
  let told: ManyDone = { done: 0, refused: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const asked = await ask(server, {
      method: 'POST',
      path: `/api/runs/${act}`,
      body: { ids: ids.slice(from, from + AT_ONCE) },
    });
    const answer = asked.ok ? toAnswer(readManyDone(asked.value), (done) => done) : asked;
    if (!answer.ok) {
      const why = ids.slice(from).map(() => answer.error.message);
      return { ...told, refused: [...told.refused, ...why] };
    }
    const { done, refused } = answer.value;
    told = { done: told.done + done, refused: [...told.refused, ...refused.map(({ detail }) => detail)] };
  }
  return told;
}

/** Removes ended runs of a server, one after the other. Where it stops answering, the others stay. */
export async function removeServed(server: RunServer, runIds: readonly string[]): Promise<ManyDone> {
  let done = 0;
  const refused: string[] = [];
  for (const [index, id] of runIds.map(idThere).entries()) {
    const asked = await ask(server, { method: 'DELETE', path: `/api/runs/${encodeURIComponent(id)}` });
    if (asked.ok) done += 1;
    else if (asked.error.code === 'UNREACHABLE')
      return { done, refused: [...refused, ...runIds.slice(index).map(() => asked.error.message)] };
    else refused.push(asked.error.message);
  }
  return { done, refused };
}

function idThere(runId: string): string {
  return readServedId(runId)?.runId ?? runId;
}
