import { ok, type Result } from '../../../base/index.ts';
import { type PlacedEvent, readPlacedEvent } from '../../../wire/index.ts';
import { createDelay } from '../platform/clock.ts';
import type { RunServer, ServedNews } from '../protocol/RunServer.ts';
import { explainRefusal, openServer, type ServerContext, toJson } from './openServer.ts';

/** Waits between attempts to connect, in ms; the last one is repeated. */
const WAITS = [0, 250, 500, 1_000, 2_000, 4_000] as const;

/** How long nothing may come before a connection counts as lost, in ms: a server sends a sign of life every 15 s. */
const SILENCE = 40_000;

/** A run on a server, as far as it is known. */
export interface FollowedRun {
  readonly server: RunServer;
  readonly runId: string;
  /** How many of its events are known. */
  readonly after: number;
}

/** What is told while a connection lasts. */
interface Told {
  readonly note: (news: ServedNews) => void;
  readonly take: (placed: readonly PlacedEvent[]) => void;
}

/** What one connection ended with. */
type Outcome =
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'lost'; readonly message: string; readonly wasOpen: boolean };

/**
 * Tells of a run on a server from an event on, until its end, a refusal or an abort. A connection that is lost is tried
 * again and continues after the last event: nothing is missed, and nothing told twice. Never rejects.
 */
export async function followRun(
  run: FollowedRun,
  deliver: (news: ServedNews) => void,
  context: ServerContext & { readonly signal: AbortSignal },
): Promise<void> {
  const { clock, signal } = context;
  const delay = createDelay(clock);
  let last = run.after;
  let failures = 0;
  const note = (news: ServedNews): void => {
    if (!signal.aborted) deliver(news);
  };
  const take = (placed: readonly PlacedEvent[]): void => {
    last = placed.at(-1)?.position ?? last;
    note({ type: 'events', events: placed.map(({ event }) => event) });
  };
  while (!signal.aborted) {
    const outcome = await readStream({ ...run, after: last }, { note, take }, context);
    if (outcome.type !== 'lost') return note(outcome);
    // The first attempt is made at once: a proxy that ends idle connections is nothing to speak of.
    failures = outcome.wasOpen ? 0 : failures + 1;
    if (failures > 0) note({ type: 'lost', message: outcome.message });
    await delay(WAITS[Math.min(failures, WAITS.length - 1)] ?? 0, signal);
  }
}

async function readStream(
  { server, runId, after }: FollowedRun,
  { note, take }: Told,
  context: ServerContext & { readonly signal: AbortSignal },
): Promise<Outcome> {
  const { egress, toRequest } = await openServer(server, context);
  const silence = new AbortController();
  const signal = AbortSignal.any([context.signal, silence.signal]);
  const timers: (() => void)[] = [];
  const listen = (): void => {
    timers.pop()?.();
    timers.push(context.clock.setTimer(SILENCE, () => silence.abort()));
  };
  let wasOpen = false;
  const lost = (message: string): Outcome => ({ type: 'lost', message, wasOpen });
  listen();
  try {
    const path = `/api/runs/${encodeURIComponent(runId)}/events`;
    const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
    const opened = await egress.open(toRequest({ method: 'GET', path }, headers), signal);
    if (!opened.ok) return isSettled(opened.error.code) ? refused(opened.error.message) : lost(opened.error.message);
    const { status, body } = opened.value;
    if (status === 204) return { type: 'ended' };
    if (status !== 200) {
      const message = explainRefusal(status, await new Response(body).text());
      return isPassing(status) ? lost(message) : refused(message);
    }
    wasOpen = true;
    note({ type: 'connected' });
    const read = await readEvents(body, listen, take);
    if (!read.ok) return refused(read.error);
    return read.value ? { type: 'ended' } : lost(`${server.address} ended the connection.`);
  } catch {
    return lost(`The connection to ${server.address} broke off.`);
  } finally {
    timers.pop()?.();
  }
}

/** Answers whether the run has ended; else the stream was cut off. The error says which event cannot be read. Rejects where the connection breaks. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  listen: () => void,
  take: Told['take'],
): Promise<Result<boolean, string>> {
  const stream = new EventStreamReader();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ok(false);
    listen();
    const sent = stream.read(value);
    const read = sent.flatMap(({ type, data }) => (type === 'message' ? [readPlacedEvent(toJson(data))] : []));
    const unread = read.findIndex(({ ok: isRead }) => !isRead);
    const placed = read.slice(0, unread === -1 ? read.length : unread).flatMap((each) => (each.ok ? [each.value] : []));
    if (placed.length > 0) take(placed);
    const problem = read[unread];
    if (problem?.ok === false) return problem;
    if (sent.some(({ type }) => type === 'end')) return ok(true);
  }
}

function refused(message: string): Outcome {
  return { type: 'refused', message };
}

/** Whether an error comes again however often it is tried: the token was not given, or may not be sent there. */
function isSettled(code: string): boolean {
  return code === 'AUTHORIZATION_ERROR' || code === 'CONFIGURATION_ERROR' || code === 'VALIDATION_ERROR';
}

/** Whether a server may answer otherwise soon: too much is asked, it is ending, or what is before it has lost it. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** One server-sent event. */
interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
}

/** Reads server-sent events from chunks of their bytes (HTML, 9.2.6), which may be cut anywhere. Their ids are in what they say. */
class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #type = 'message';
  #data: string[] = [];

  /** The events that are whole with this chunk. */
  read(chunk: Uint8Array): readonly ServerSentEvent[] {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): readonly ServerSentEvent[] {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value === '' ? 'message' : value;
    if (line !== '') return [];
    const [type, data] = [this.#type, this.#data];
    [this.#type, this.#data] = ['message', []];
    return data.length === 0 ? [] : [{ type, data: data.join('\n') }];
  }
}
