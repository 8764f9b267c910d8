import { err, ok, type Result } from '#engine';
import { activityOf, type ParentRun, type RunEvent } from '#engine/run';
import { isJsonObject } from '#engine/values';
import { readEventPage } from '#engine/wire';
import type { RunRecord, RunServer, ServedNews } from '#engine/worker';
import { enginePort, ignoreWorkerExit, reachOut } from '../document/engine.ts';
import { announce } from '../store/notices.ts';
import type { ShownServer } from '../store/State.ts';
import { session, update, watch } from '../store/store.ts';
import { ask } from './requests.ts';
import { serversRuntime } from './runtime.ts';
import { toServedId } from './servedId.ts';
import type { ServerProblem } from './wire.ts';

/** What runs of servers need, loaded with the first of them. */
export { controlServed } from './requests.ts';

/** How often a server is asked, in ms. */
const EVERY = 1_000;

/**
 * Tells whether the runs inside of one on a server only wait, for as long as that is on screen and has not ended: its own events do not say
 * so. The server is asked only while it is at nothing else. A server that does not answer is asked again.
 */
export async function watchIdle(server: RunServer, runId: string, tell: (isIdle: boolean) => void): Promise<void> {
  const id = toServedId({ address: server.address, runId });
  const { asked } = serversRuntime;
  if (asked.has(id)) return;
  asked.add(id);
  for (let at = stateOf(id); at !== 'gone'; at = stateOf(id)) {
    if (at === 'inside' && document.visibilityState === 'visible') {
      const answer = await ask(server, { method: 'GET', path: `/api/runs/${encodeURIComponent(runId)}` });
      if (answer.ok && isJsonObject(answer.value)) tell(answer.value['status'] === 'waiting');
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
  asked.delete(id);
}

function stateOf(id: string): 'gone' | 'inside' | 'known' {
  const { shown } = session.getState().run;
  if (shown?.runId !== id || shown.view.status !== 'running') return 'gone';
  return shown.view.paused === null && activityOf(shown.view) === 'inside' ? 'inside' : 'known';
}

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

/** How many events are read at a time. */
const PAGE = 1000;

/** A run of a server as far as it has got, by its id there; its events continue by following it. */
export async function readRecord(server: RunServer, runId: string): Promise<Result<RunRecord, ServerProblem>> {
  const [text, events] = await Promise.all([
    reachOut({ type: 'person' }, (engine) => engine.readServed(server, runId)),
    readEvents(server, runId),
  ]);
  if (text === null) return err({ code: 'UNREACHABLE', message: 'The engine does not answer. Try again.', errors: [] });
  if (!text.ok) return err({ code: 'UNREACHABLE', message: text.error, errors: [] });
  if (!events.ok) return events;
  const { path, source, files, parent } = text.value;
  const known = events.value.map((event) => nameRuns(server.address, event));
  const id = toServedId({ address: server.address, runId });
  const around = parent === undefined ? {} : { parent: nameParent(server.address, parent) };
  return ok({ runId: id, path, source, files, name: null, ...around, ...summarize(known), events: known });
}

async function readEvents(server: RunServer, runId: string): Promise<Result<readonly RunEvent[], ServerProblem>> {
  const events: RunEvent[] = [];
  for (let after = 0; ; ) {
    const path = `/api/runs/${encodeURIComponent(runId)}/events?after=${after}&limit=${PAGE}`;
    const asked = await ask(server, { method: 'GET', path });
    if (!asked.ok) return asked;
    const page = readEventPage(asked.value);
    if (!page.ok) return err({ code: 'UNREADABLE', message: page.error, errors: [] });
    for (const { event } of page.value.events) events.push(event);
    if (page.value.ended || page.value.events.length < PAGE) return ok(events);
    after = page.value.next;
  }
}

type Row = Pick<RunRecord, 'status' | 'startedAt' | 'endedAt' | 'simulate' | 'simulated' | 'input'>;

function summarize(events: readonly RunEvent[]): Row {
  const [first] = events;
  const last = events.at(-1);
  const isStarted = first?.type === 'run.started';
  return {
    status: last?.type === 'run.finished' ? last.status : 'running',
    startedAt: first?.at ?? 0,
    endedAt: last?.type === 'run.finished' ? last.at : null,
    simulate: isStarted && first.simulate,
    simulated: events.some((event) => event.type === 'effect.completed' && event.simulated),
    input: isStarted ? first.input : null,
  };
}

function nameParent(address: string, parent: ParentRun): ParentRun {
  const name = (runId: string): string => toServedId({ address, runId });
  return { ...parent, runId: name(parent.runId), root: name(parent.root) };
}

/** An event of a run on a server, in which the runs that it has started are named as the session knows them. */
function nameRuns(address: string, event: RunEvent): RunEvent {
  if (event.type === 'child.reported')
    return { ...event, child: { ...event.child, runId: toServedId({ address, runId: event.child.runId }) } };
  if (event.type === 'run.paused' && event.child !== undefined)
    return { ...event, child: toServedId({ address, runId: event.child }) };
  return event;
}
