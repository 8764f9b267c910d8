import type { Json } from '../../base/index.ts';
import { abortWith, followEvents, type ServedRun, UnreadableError } from '../../service/index.ts';
import { PLACED_EVENT, writeAs } from '../../wire/index.ts';
import type { ApiParts } from './Route.ts';
import { runToJson } from './wire.ts';

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
  const stop = abortWith(parts.ending);
  const encoder = new TextEncoder();
  const texts = listTexts(request, parts, stop.signal);
  let unread = 0;
  let waiting: ReturnType<typeof setInterval> | null = null;
  let isCancelled = false;
  const finish = (): void => {
    if (waiting !== null) clearInterval(waiting);
    stop.end();
    request.onEnd();
  };
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
  // Sent at once, so that the reader knows that it is connected.
  yield 'retry: 1000\n\n';
  for await (const page of followEvents(service, runId, { after, lull: limits.heartbeat, signal })) {
    if (page === null) yield ': \n\n';
    else yield page.events.map((placed) => formatEvent(placed.position, writeAs(PLACED_EVENT, placed))).join('');
    const run = page?.isLast === true ? await service.get(runId) : null;
    if (run !== null) yield formatEnd(run);
  }
}

function formatEvent(id: number, data: Json): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function formatEnd(run: ServedRun): string {
  return `event: end\ndata: ${JSON.stringify(runToJson(run))}\n\n`;
}
