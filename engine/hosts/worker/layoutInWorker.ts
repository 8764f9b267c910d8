import type { Places } from '../../layout/index.ts';
import type { WorkerLike } from './connectEngine.ts';
import type { LayoutRequest } from './LayoutRequest.ts';

/** A layout in progress. */
export interface PendingLayout {
  /** The places; null where it failed, took too long or was cancelled. Never rejects. */
  readonly places: Promise<Places | null>;
  readonly cancel: () => void;
}

/** A layout that takes longer is terminated, in ms. */
const TIME_LIMIT = 20_000;

function createWorker(): WorkerLike {
  return new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' });
}

/** Null where the browser makes none. */
function makeWorker(create: () => WorkerLike): WorkerLike | null {
  try {
    return create();
  } catch {
    return null;
  }
}

/**
 * Computes a layout in a separate worker, which is terminated with the answer, on `cancel` or after `timeLimit` ms: the
 * layout cannot be interrupted, and its memory is freed with its thread.
 */
export function layoutInWorker(
  request: LayoutRequest,
  { create = createWorker, timeLimit = TIME_LIMIT }: { create?: () => WorkerLike; timeLimit?: number } = {},
): PendingLayout {
  const cancelling = new AbortController();
  const places = new Promise<Places | null>((resolve) => {
    const worker = makeWorker(create);
    if (worker === null) {
      resolve(null);
      return;
    }
    const end = (answer: Places | null): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), timeLimit);
    cancelling.signal.addEventListener('abort', () => end(null));
    worker.addEventListener('message', (event) => {
      // The worker's one answer, by its own code.
      if ('data' in event) end(event.data as Places | null);
    });
    worker.addEventListener('error', () => end(null));
    worker.addEventListener('messageerror', () => end(null));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
    worker.postMessage(request);
  });
  return { places, cancel: () => cancelling.abort() };
}
