import { err, ok, type Result } from '#engine';
import type { ParentRun, RunEvent } from '#engine/run';
import { readEventPage } from '#engine/wire';
import type { RunRecord, RunServer } from '#engine/worker';
import { reachOut } from '../document/engine.ts';
import { ask } from './requests.ts';
import { toServedId } from './servedId.ts';
import type { ServerProblem } from './wire.ts';

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
export function nameRuns(address: string, event: RunEvent): RunEvent {
  if (event.type === 'child.reported')
    return { ...event, child: { ...event.child, runId: toServedId({ address, runId: event.child.runId }) } };
  if (event.type === 'run.paused' && event.child !== undefined)
    return { ...event, child: toServedId({ address, runId: event.child }) };
  return event;
}
