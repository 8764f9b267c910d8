import type { Json } from '../../base/index.ts';
import { type ServedRun, UnreadableError } from '../../service/index.ts';
import { PLACED_EVENT, writeAs } from '../../wire/index.ts';
import type { ApiParts } from './Route.ts';
import { runToJson } from './wire.ts';

/** Most events that are read for a stream at once. */
const AT_ONCE = 200;

/** Signs of life that may stay unread before a stream is ended: its reader is gone, or has stopped. */
const MOST_UNREAD = 4;

/** What a stream is about. */
export interface StreamRequest {
  readonly runId: string;
  /** Position of the last event that the reader has. */
  readonly after: number;
  /** Called when it has ended, however. */
  readonly onEnd: () => void;
  /** Called when its reader has read nothing for long: ends the connection. */
  readonly onStalled: () => void;
}

/**
 * The events of a run as server-sent events, from the one after a position to the run's last, and then `end` with the run.
 * Nothing is read ahead of the reader: a slow one costs one batch. Without events a comment comes now and then.
 */
export function createEventStream(request: StreamRequest, parts: ApiParts): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const { ending } = parts;
  const end = (): void => stop.abort();
  const encoder = new TextEncoder();
  const texts = listTexts(request, parts, stop.signal);
  let unread = 0;
  let waiting: ReturnType<typeof setInterval> | null = null;
  let isCancelled = false;
  const finish = (): void => {
    if (waiting !== null) clearInterval(waiting);
    ending.removeEventListener('abort', end);
    stop.abort();
    request.onEnd();
  };
  if (ending.aborted) end();
  ending.addEventListener('abort', end, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        waiting = setInterval(() => {
          unread = (controller.desiredSize ?? 0) > 0 ? 0 : unread + 1;
          if (unread >= MOST_UNREAD) request.onStalled();
        }, parts.limits.heartbeat);
        waiting.unref();
      },
      pull: async (controller) => {
        unread = 0;
        try {
          const next = await texts.next();
          // A reader that left meanwhile has closed it.
          if (isCancelled) return;
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          // Who comes back is told why.
          if (!(error instanceof UnreadableError)) parts.onDefect(error);
        }
        // Without the event `end`, whoever reads it comes back, and continues after the last event.
        finish();
        close(controller);
      },
      cancel: () => {
        isCancelled = true;
        finish();
      },
    },
    { highWaterMark: 1 },
  );
}

function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {
    // Its reader has left at this instant, which has closed it.
  }
}

async function* listTexts(
  { runId, after }: StreamRequest,
  { service, limits }: ApiParts,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  if (signal.aborted) return;
  const changes = new Changes(signal);
  service.watch(runId, changes.note, signal);
  let last = after;
  // Sent at once, so that the reader knows that it is connected.
  yield 'retry: 1000\n\n';
  while (!signal.aborted) {
    changes.forget();
    const page = await service.events(runId, { after: last, limit: AT_ONCE });
    if (page === null) return;
    if (page.events.length > 0) {
      last = page.events.at(-1)?.position ?? last;
      yield page.events.map((placed) => formatEvent(placed.position, writeAs(PLACED_EVENT, placed))).join('');
    }
    if (page.isLast) {
      const run = await service.get(runId);
      if (run !== null) yield formatEnd(run);
      return;
    }
    if (page.events.length === 0 && !(await changes.next(limits.heartbeat)) && !signal.aborted) yield ': \n\n';
  }
}

function formatEvent(id: number, data: Json): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function formatEnd(run: ServedRun): string {
  return `event: end\ndata: ${JSON.stringify(runToJson(run))}\n\n`;
}

/** Whether something has changed since it was last asked. */
class Changes {
  readonly #signal: AbortSignal;
  #isNoted = false;
  #wake: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.note, { once: true });
  }

  readonly note = (): void => {
    this.#isNoted = true;
    this.#wake?.();
  };

  forget(): void {
    if (!this.#signal.aborted) this.#isNoted = false;
  }

  /** Resolves with true at a change, at once where there was one, and with false after some ms without. */
  async next(within: number): Promise<boolean> {
    if (this.#isNoted) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), within);
      const settle = (isChanged: boolean): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(isChanged);
      };
      this.#wake = () => settle(true);
    });
  }
}
