import { err, ok, type Result } from '#engine';
import { isJsonObject, type JsonObject } from '#engine/values';
import { readStartedRun } from '#engine/wire';
import type { RunServer } from '#engine/worker';
import {
  type AuditEntry,
  readAuditEntry,
  readSchedule,
  readServerState,
  readServerTriggers,
  type ServerSchedule,
  type ServerState,
  type ServerTriggers,
} from './operationWire.ts';
import { ask } from './requests.ts';
import { readServedId, toServedId } from './servedId.ts';
import { amountOf, readList, readProblem, type ServerProblem, textOf, toWorkflowName, unreadable } from './wire.ts';

type Asked<T> = Promise<Result<T, ServerProblem>>;

/** How many runs one request names at most. */
const AT_ONCE = 200;

/** How many entries of the audit log a page has. */
const AUDIT_PAGE = 100;

/** What the token may do, and how much of the limits is taken; null: the server is of an earlier version, which does not tell. */
export async function readServer(server: RunServer): Asked<ServerState | null> {
  const asked = await ask(server, { method: 'GET', path: '/api/server' });
  if (!asked.ok) return asked.error.code === 'NOT_FOUND' ? ok(null) : asked;
  return ok(readServerState(asked.value));
}

export async function readTriggers(server: RunServer): Asked<ServerTriggers> {
  const asked = await ask(server, { method: 'GET', path: '/api/triggers' });
  return asked.ok ? ok(readServerTriggers(asked.value)) : asked;
}

/** Pauses a schedule, or resumes it; answers with the schedule as it is then. */
export async function setSchedulePaused(server: RunServer, name: string, isPaused: boolean): Asked<ServerSchedule> {
  const path = `/api/schedules/${encodeURIComponent(name)}/${isPaused ? 'pause' : 'resume'}`;
  const asked = await ask(server, { method: 'POST', path });
  if (!asked.ok) return asked;
  const schedule = isJsonObject(asked.value) ? readSchedule(asked.value) : null;
  return schedule === null ? err(readProblem(200, asked.value)) : ok(schedule);
}

/** Starts a run of a schedule; answers with the id under which the session knows it. */
export async function runScheduleNow(server: RunServer, name: string): Asked<string> {
  const asked = await ask(server, { method: 'POST', path: `/api/schedules/${encodeURIComponent(name)}/run` });
  if (!asked.ok) return asked;
  const started = readStartedRun(asked.value);
  if (!started.ok) return err(unreadable(started.error));
  return ok(toServedId({ address: server.address, runId: started.value.id }));
}

/** Who did what, the newest first, of runs of one workflow or of all. */
export async function readAudit(
  server: RunServer,
  { path, cursor }: { readonly path: string | null; readonly cursor: string | null },
): Asked<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }> {
  const workflow = path === null ? '' : `&workflow=${encodeURIComponent(toWorkflowName(path))}`;
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const asked = await ask(server, { method: 'GET', path: `/api/audit?limit=${AUDIT_PAGE}${workflow}${from}` });
  if (!asked.ok) return asked;
  const next = isJsonObject(asked.value) ? textOf(asked.value['next']) : null;
  return ok({ entries: readList(asked.value, 'entries', readAuditEntry), next });
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
    if (!asked.ok) {
      const why = ids.slice(from).map(() => asked.error.message);
      return { ...told, refused: [...told.refused, ...why] };
    }
    const body: JsonObject = isJsonObject(asked.value) ? asked.value : {};
    const refused = readList(body, 'refused', ({ detail }) => textOf(detail));
    told = { done: told.done + (amountOf(body['done']) ?? 0), refused: [...told.refused, ...refused] };
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
