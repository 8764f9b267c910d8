import { err, ok, type Result } from '#engine';
import type { RunEvent } from '#engine/run';
import { isJsonObject } from '#engine/values';
import type { RunRecord, RunServer } from '#engine/worker';
import { reachOut } from '../document/engine.ts';
import { ask } from './requests.ts';
import { serversRuntime } from './runtime.ts';
import type { ServerProblem } from './wire.ts';

/** How many events are read at a time. */
const PAGE = 1000;

/** A run of a server as far as it has got; its events go on by following it. */
export async function readRecord(server: RunServer, runId: string): Promise<Result<RunRecord, ServerProblem>> {
  const [text, events] = await Promise.all([
    reachOut({ type: 'person' }, (engine) => engine.readServed(server, runId)),
    readEvents(server, runId),
  ]);
  if (text === null) return err({ code: 'UNREACHABLE', message: 'The engine does not answer. Try again.', errors: [] });
  if (!text.ok) return err({ code: 'UNREACHABLE', message: text.error, errors: [] });
  if (!events.ok) return events;
  noteRuns(server.address, [runId, ...childrenIn(events.value)]);
  const { path, source, files } = text.value;
  return ok({ runId, path, source, files, name: null, ...summarize(events.value), events: events.value });
}

async function readEvents(server: RunServer, runId: string): Promise<Result<readonly RunEvent[], ServerProblem>> {
  const events: RunEvent[] = [];
  for (;;) {
    const path = `/api/runs/${encodeURIComponent(runId)}/events?after=${events.length}&limit=${PAGE}`;
    const asked = await ask(server, { method: 'GET', path });
    if (!asked.ok) return asked;
    const page = isJsonObject(asked.value) ? asked.value['events'] : null;
    if (!Array.isArray(page)) return ok(events);
    // What a server of runs answers: its schema is in `/openapi.json`.
    for (const { event } of page as unknown as readonly { readonly event: RunEvent }[]) events.push(event);
    if (page.length < PAGE) return ok(events);
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

/** The runs that a run has started, by its events. */
export function childrenIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'child.reported' ? [event.child.runId] : []));
}

/** Notes which server executes runs. */
export function noteRuns(address: string, runIds: readonly string[]): void {
  for (const runId of runIds) serversRuntime.addresses.set(runId, address);
}
