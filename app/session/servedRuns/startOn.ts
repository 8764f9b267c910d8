import type { Json } from '#engine/values';
import type { RunServer } from '#engine/worker';
import { findRecord } from '../run/findRecord.ts';
import { openRun } from '../run/run.ts';
import { repeatRun } from '../runSteps/repeatRun.ts';
import { listServedRuns, startServed } from '../servers/requests.ts';
import { serverAt } from '../servers/servers.ts';
import { describeProblem, type ServerProblem } from '../servers/wire.ts';
import { announce, notify } from '../store/notices.ts';
import type { ServedRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { openDrawer } from '../store/view.ts';

/** Starts a run on a server, and shows it. Answers with why it did not start, or null. The input is remembered for the file. */
export async function startOn(server: RunServer, path: string, input: Json): Promise<ServerProblem | null> {
  const { isStarting, lastInputs } = session.getState().run;
  if (isStarting) return { code: 'BUSY', message: 'Another run is starting. Try again in a moment.', errors: [] };
  update({ run: { isStarting: true, lastInputs: new Map(lastInputs).set(path, input) } });
  try {
    const started = await startServed(server, path, input);
    if (!started.ok) return started.error;
    await openRun(started.value);
    openDrawer(session.getState().view.drawer.tab === 'problems' ? 'timeline' : undefined);
    announce(`Run started on ${server.address}.`);
    return null;
  } finally {
    update({ run: { isStarting: false } });
    void refreshServed(server);
  }
}

/** Starts a run on a server as {@link startOn}; a notice says why where it does not start. */
export async function startAgainOn(server: RunServer, path: string, input: Json): Promise<void> {
  const problem = await startOn(server, path, input);
  if (problem !== null) notify({ kind: 'error', message: `${server.address}: ${problem.message}` });
}

/** Reads the runs of a server again; where it does not answer, those known stay, with the reason. */
async function refreshServed(server: RunServer): Promise<void> {
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

/** Starts a run on its server once more, with its input as its events have it: secrets are masked there. */
export async function rerun(address: string, { runId, path }: Pick<ServedRun, 'runId' | 'path'>): Promise<void> {
  const server = serverAt(address);
  if (server === undefined) return;
  try {
    const record = await findRecord(runId);
    if (record !== null) await startAgainOn(server, path, record.input);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

/** Runs once more what the run on screen ran, with its input: on its server, or here. */
export async function repeatShown(): Promise<void> {
  const { shown: run } = session.getState().run;
  if (run === null || run.server === null) await repeatRun();
  else await rerun(run.server.address, run);
}
