import { isJsonObject, type Json } from '../../base/index.ts';
import { StreamLimitError } from '../limitStream.ts';

/** How long a stream that can be resumed may stay broken before the request it answers fails, in ms. */
const RESUME = 10_000;

/** The code JSON-RPC libraries give to a connection that was closed. */
const CLOSED = -32_000;

/** The code this file gives to a stream that went past a limit; its `data` holds the limit. */
export const PAST_LIMIT = -32_050;

type Fetch = typeof globalThis.fetch;

/** What is watched: the requests of one session. */
export interface StreamWatch {
  readonly fetch: Fetch;
  /** Hands a message to the client, as if the server had sent it. */
  readonly deliver: (message: { jsonrpc: '2.0'; id: number; error: { code: number; message: string } }) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/**
 * A fetch that notices when a stream of events ends before its request is answered: the client itself would wait until
 * the request times out. It then answers with an error in place of the server. For a request that was answered that
 * changes nothing: the client no longer waits for it.
 *
 * | the stream ends              | the request fails                                    |
 * |------------------------------|------------------------------------------------------|
 * | without ids of events        | immediately                                          |
 * | with ids: it may be resumed  | unless it is within 10 s; where it is, when it ends  |
 * | past a limit                 | immediately, with {@link PAST_LIMIT}                 |
 */
export function watchStreams({ fetch, deliver, signal }: StreamWatch): Fetch {
  /** The request that a stream with this last event was to answer, and what fails it. */
  const broken = new Map<string, { readonly id: number; readonly timer: ReturnType<typeof setTimeout> }>();
  signal.addEventListener('abort', () => {
    for (const { timer } of broken.values()) clearTimeout(timer);
  });
  const fail = (id: number, lastEvent: string): void => {
    if (signal.aborted) return;
    const timer = setTimeout(() => deliver(closed(id)), RESUME);
    broken.set(lastEvent, { id, timer });
  };
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || response.body === null) return response;
    const lastEvent = new Headers(init?.headers).get('last-event-id') ?? '';
    const resumed = broken.get(lastEvent);
    clearTimeout(resumed?.timer);
    broken.delete(lastEvent);
    const id = resumed?.id ?? readId(init?.body);
    if (id === null) return response;
    return new Response(watch(response.body, { id, lastEvent, fail }), response);
  };
}

interface Watched {
  readonly id: number;
  /** Id of the event it was resumed after; empty: it was not. */
  readonly lastEvent: string;
  readonly fail: (id: number, lastEvent: string) => void;
}

/** Passes a stream on, and reports at its end whether the request was answered. */
function watch(body: ReadableStream<Uint8Array>, { id, lastEvent, fail }: Watched): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let last = lastEvent;
  let line = '';
  const read = (bytes: Uint8Array): void => {
    const lines = (line + decoder.decode(bytes, { stream: true })).split(/\r\n|\r|\n/);
    line = lines.pop() ?? '';
    for (const each of lines) if (each.startsWith('id:')) last = each.slice(3).trimStart();
  };
  return new ReadableStream({
    async pull(controller) {
      let thrown: unknown = null;
      const { done, value } = await reader.read().catch((error: unknown) => {
        thrown = error;
        return { done: true, value: undefined };
      });
      if (!done && value !== undefined) {
        read(value);
        controller.enqueue(value);
        return;
      }
      const say = (message: object): void =>
        controller.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify(message)}\n\n`));
      if (thrown instanceof StreamLimitError) say(cutOff(id, thrown));
      else if (last === '') say(closed(id));
      else fail(id, last);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function closed(id: number): Parameters<StreamWatch['deliver']>[0] {
  return { jsonrpc: '2.0', id, error: { code: CLOSED, message: 'The stream ended before the answer.' } };
}

function cutOff(id: number, { message, reason, limit }: StreamLimitError): object {
  return { jsonrpc: '2.0', id, error: { code: PAST_LIMIT, message, data: { reason, limit } } };
}

/** The id of the request in a body of JSON-RPC; null where it is none. */
function readId(body: unknown): number | null {
  if (typeof body !== 'string') return null;
  const message: Json = JSON.parse(body);
  const id = isJsonObject(message) && message['method'] !== undefined ? message['id'] : null;
  return typeof id === 'number' ? id : null;
}
