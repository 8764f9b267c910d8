import type { RunEvent } from '#engine/run';
import type { RunRecord, RunServer } from '#engine/worker';
import { lazyModule } from '../../ui/lazyModule.ts';
import { enginePort } from '../document/engine.ts';
import { readServedId } from '../servers/servedId.ts';
import type { ShownServer } from '../store/State.ts';
import { session } from '../store/store.ts';

/** What runs of servers need, and no others. */
export const servers = lazyModule(() => import('../servers/served.ts'));

/** A run, of this browser or of a server. */
export interface FoundRecord extends RunRecord {
  readonly server?: ShownServer;
}

/** The server that executes a run, and the id of the run there; null for a run of this browser, and where the server is no longer kept. */
export function placeOf(runId: string): { readonly server: RunServer; readonly runId: string } | null {
  const place = readServedId(runId);
  const server = session.getState().workspace.servers.find(({ address }) => address === place?.address);
  return place === null || server === undefined ? null : { server, runId: place.runId };
}

/** A run by its id, of this browser or of a server; null where there is none. Rejects with a message for the user. */
export async function findRecord(runId: string): Promise<FoundRecord | null> {
  const place = placeOf(runId);
  if (place === null) return (await enginePort()?.engine.findRun(runId)) ?? null;
  const { server } = place;
  const read = await (await servers.load()).readRecord(server, place.runId);
  if (!read.ok) throw new Error(`${server.address}: ${read.error.message}`);
  return { ...read.value, server: { address: server.address, problem: null, isRefused: false } };
}

/** Follows a run of a server that is looked at; nothing for other runs, which the engine tells of. */
export function followServed(runId: string, receive: (events: readonly RunEvent[]) => void): void {
  const place = placeOf(runId);
  if (place !== null) void servers.load().then(({ follow }) => follow(place.server, place.runId, receive));
}

/** Tells whether the runs inside of one of a server only wait, while it is on screen; nothing for other runs, of which the engine tells. */
export function followIdle(runId: string, tell: (isIdle: boolean) => void): void {
  const place = placeOf(runId);
  if (place !== null) void servers.load().then(({ watchIdle }) => watchIdle(place.server, place.runId, tell));
}
