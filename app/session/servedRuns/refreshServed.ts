import type { RunServer } from '#engine/worker';
import { listServedRuns } from '../servers/requests.ts';
import { describeProblem } from '../servers/wire.ts';
import { session, update } from '../store/store.ts';

/** Reads the runs of a server again; where it does not answer, those known stay, with the reason. */
export async function refreshServed(server: RunServer): Promise<void> {
  const asked = await listServedRuns(server);
  const { workspace, run } = session.getState();
  if (!workspace.servers.some(({ address }) => address === server.address)) return;
  const known = run.served.get(server.address)?.runs ?? [];
  const next = asked.ok
    ? { runs: asked.value.runs, problem: asked.value.problem }
    : { runs: known, problem: describeProblem(server.address, asked.error) };
  update({ run: { served: new Map(run.served).set(server.address, next) } });
}

/** Reads the runs of all servers again. */
export async function refreshAllServed(): Promise<void> {
  await Promise.all(session.getState().workspace.servers.map(refreshServed));
}
