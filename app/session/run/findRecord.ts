import type { RunEvent } from '#engine/run';
import type { RunRecord, RunServer } from '#engine/worker';
import { lazyModule } from '../../ui/lazyModule.ts';
import { enginePort } from '../document/engine.ts';
import { serversRuntime } from '../servers/runtime.ts';
import type { ShownServer } from '../store/State.ts';
import { session } from '../store/store.ts';

/** What runs of servers need, and no others. */
export const servers = lazyModule(() => import('../servers/served.ts'));

/** A run, of this browser or of a server. */
export interface FoundRun extends RunRecord {
  readonly server?: ShownServer;
}

/** The server that executes a run; null for a run of this browser, and where the server is no longer kept. */
export function serverOf(runId: string): RunServer | null {
  const address = serversRuntime.addresses.get(runId);
  return session.getState().workspace.servers.find((server) => server.address === address) ?? null;
}

/** A run by its id, of this browser or of a server; null where there is none. Rejects with a message for the user. */
export async function findRecord(runId: string): Promise<FoundRun | null> {
  const server = serverOf(runId);
  if (server === null) return (await enginePort()?.engine.findRun(runId)) ?? null;
  const read = await (await servers.load()).readRecord(server, runId);
  if (!read.ok) throw new Error(`${server.address}: ${read.error.message}`);
  return { ...read.value, server: { address: server.address, problem: null, isRefused: false } };
}

/** Follows a run of a server that is looked at; nothing for other runs, which the engine tells of. */
export function followServed(runId: string, receive: (events: readonly RunEvent[]) => void): void {
  const server = serverOf(runId);
  if (server !== null) void servers.load().then(({ follow }) => follow(server, runId, receive));
}
