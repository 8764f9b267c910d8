import { analyze, effectiveWorkflow } from '#engine';
import { type RunError, listWaits as waitsIn } from '#engine/run';
import type { Json } from '#engine/values';
import type { RunRecord, RunServer, RunSummary } from '#engine/worker';
import { enginePort } from '../document/engine.ts';
import { placeOf } from '../run/findRecord.ts';
import { viewAfter } from '../run/viewAfter.ts';
import { controlServed, listWaits } from '../servers/requests.ts';
import { describeProblem, type ServedWait } from '../servers/wire.ts';
import { session } from '../store/store.ts';
import { MOST_UNFINISHED } from './countWaits.ts';

/** A wait for a signal, of a run of this browser or of a server. */
export interface InboxWait extends ServedWait {
  /** The address of the server that executes the run; null: this browser does. */
  readonly server: string | null;
}

/** All waits that are open, the oldest first, and what is wrong with servers that do not answer. */
export interface Inbox {
  readonly waits: readonly InboxWait[];
  readonly problems: readonly string[];
}

/** Reads the waits of all unfinished runs of this browser and of all servers. Rejects where the history cannot be read. */
export async function readInbox(): Promise<Inbox> {
  const { servers } = session.getState().workspace;
  const [own, ...served] = await Promise.all([readOwn(), ...servers.map(readServed)]);
  const waits = [...own, ...served.flatMap((each) => each.waits)].sort((a, b) => a.since - b.since);
  return { waits, problems: served.flatMap(({ problems }) => problems) };
}

/** Answers a wait; the error says why that is refused. */
export async function answerWait({ server, runId, signal }: InboxWait, payload: Json): Promise<RunError | undefined> {
  const control = { type: 'signal.received', name: signal, payload } as const;
  if (server === null) return enginePort()?.engine.controlRun(runId, control);
  const place = placeOf(runId);
  return place === null ? undefined : controlServed(place.server, place.runId, control);
}

async function readServed(server: RunServer): Promise<Inbox> {
  const listed = await listWaits(server);
  if (!listed.ok) return { waits: [], problems: [describeProblem(server.address, listed.error)] };
  return { waits: listed.value.map((wait) => ({ ...wait, server: server.address })), problems: [] };
}

async function readOwn(): Promise<readonly InboxWait[]> {
  const rows = (await enginePort()?.engine.listRuns({ status: 'running', limit: MOST_UNFINISHED })) ?? [];
  const waits = await Promise.all(rows.map(readRun));
  return waits.flat();
}

/** The waits of a run and of those that it has started. */
async function readRun({ runId, signal, status }: RunSummary): Promise<readonly InboxWait[]> {
  const engine = enginePort()?.engine;
  if (engine === undefined || status !== 'running') return [];
  const [record, inside] = await Promise.all([
    signal === undefined ? null : engine.findRun(runId),
    engine.listRuns({ parent: runId, status: 'running' }),
  ]);
  const below = await Promise.all(inside.map(readRun));
  return [...(record === null ? [] : waitsOf(record)), ...below.flat()];
}

function waitsOf({ runId, path, source, files, events }: RunRecord): readonly InboxWait[] {
  const workspace = session.getState().document.workspace.files;
  const workflow = effectiveWorkflow(analyze(path, source, undefined, files ?? workspace));
  const view = viewAfter(events, events.length);
  return waitsIn(workflow, view).map(({ task, activation, signal, title, description, schema, until }) => ({
    runId,
    path,
    server: null,
    taskId: task,
    signal,
    since: view.activations.get(activation)?.startedAt ?? 0,
    until,
    title: title ?? null,
    description: description ?? null,
    schema,
  }));
}
