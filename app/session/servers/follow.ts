import type { RunEvent } from '#engine/run';
import type { RunServer, ServedNews } from '#engine/worker';
import { enginePort, ignoreWorkerExit, reachOut } from '../document/engine.ts';
import { announce } from '../store/notices.ts';
import type { ShownServer } from '../store/State.ts';
import { session, update, watch } from '../store/store.ts';
import { nameRuns } from './readRecord.ts';
import { serversRuntime } from './runtime.ts';
import { toServedId } from './servedId.ts';

/** How long after the engine was lost a run is followed again, in ms. */
const AGAIN = 500;

/**
 * Follows a run of a server, by its id there, for as long as it is looked at and has not ended: what comes goes to `receive`, and what becomes
 * of the connection to the run on screen. A run that is followed already stays so.
 */
export async function follow(
  server: RunServer,
  runId: string,
  receive: (events: readonly RunEvent[]) => void,
): Promise<void> {
  const { followed } = serversRuntime;
  const id = toServedId({ address: server.address, runId });
  if (followed.has(id) || !isLive(id)) return;
  followed.add(id);
  const stop = watch(
    () => isLive(id),
    (isStill) => {
      if (!isStill) void enginePort()?.engine.leaveServed(server, runId).catch(ignoreWorkerExit);
    },
  );
  const known = { isSettled: false };
  const hear = (news: ServedNews): void => {
    if (news.type === 'events') {
      receive(news.events.map((event) => nameRuns(server.address, event)));
    } else {
      known.isSettled ||= news.type === 'ended' || news.type === 'refused';
      showConnection(id, news);
    }
  };
  while (isLive(id) && !known.isSettled) {
    const after = countKnown(id);
    try {
      await reachOut({ type: 'person' }, (engine) => engine.followServed(server, { runId, after }, hear));
    } catch (error) {
      ignoreWorkerExit(error);
    }
    // The engine was started again.
    if (isLive(id) && !known.isSettled) await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  stop();
  followed.delete(id);
}

/** Whether a run is looked at and has not ended. */
function isLive(runId: string): boolean {
  const { shown, inside } = session.getState().run;
  const run = shown?.runId === runId ? shown : inside.get(runId);
  return run != null && run.view.status === 'running';
}

function countKnown(runId: string): number {
  const { shown, inside } = session.getState().run;
  return (shown?.runId === runId ? shown : inside.get(runId))?.events.length ?? 0;
}

function showConnection(runId: string, news: Exclude<ServedNews, { readonly type: 'events' }>): void {
  const { shown } = session.getState().run;
  if (shown?.runId !== runId || shown.server === null) return;
  const problem = 'message' in news ? news.message : null;
  const server: ShownServer = { ...shown.server, problem, isRefused: news.type === 'refused' };
  if (problem !== null && shown.server.problem === null)
    announce(server.isRefused ? problem : 'Connection lost, trying again.');
  if (problem === null && shown.server.problem !== null) announce('Connected to the server again.');
  update({ run: { shown: { ...shown, server } } });
}
