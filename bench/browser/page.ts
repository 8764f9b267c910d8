import { connectEngine } from '../../engine/hosts/worker/index.ts';
import type { RunEvent } from '../../engine/run/index.ts';
import type { Posted, PostRequest } from './bare.worker.ts';
import type { MeasureAnswer, MeasureRequest } from './disk.worker.ts';

/** What the rows call in the page. */
export interface BrowserBench {
  /** Receives so many events by the app's own way, once; answers with how many came. */
  readonly receiveOurs: (count: number) => Promise<number>;
  /** Receives them from a bare worker that posts batches of 500. */
  readonly receiveBare: (count: number) => Promise<number>;
  /** Measures storage in a worker; milliseconds by name. */
  readonly measureDisk: (request: MeasureRequest) => Promise<MeasureAnswer>;
}

const { engine } = connectEngine(
  () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
);
const bare = new Worker(new URL('./bare.worker.ts', import.meta.url), { type: 'module', name: 'bare' });
const disk = new Worker(new URL('./disk.worker.ts', import.meta.url), { type: 'module', name: 'disk' });

/** Held, as a page that shows a run does. */
let events: RunEvent[] = [];
let finish: () => void = () => undefined;
const subscribed = engine.subscribe((batch) => take(batch.events));
bare.addEventListener('message', ({ data }: MessageEvent<Posted>) => take(data.events));

function take(batch: readonly RunEvent[]): void {
  for (const event of batch) events.push(event);
  if (batch.at(-1)?.type === 'run.finished') finish();
}

async function receive(ask: () => unknown): Promise<number> {
  await subscribed;
  events = [];
  const finished = new Promise<void>((resolve) => (finish = resolve));
  ask();
  await finished;
  return events.length;
}

const bench: BrowserBench = {
  // The engine of this page is none: it only sends events, as many as requested.
  receiveOurs: (count) => receive(() => engine.deleteRun(String(count))),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
  receiveBare: (count) => receive(() => bare.postMessage({ count } satisfies PostRequest)),
  measureDisk: (request) =>
    new Promise((resolve, reject) => {
      disk.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
      disk.addEventListener('message', ({ data }: MessageEvent<MeasureAnswer>) => resolve(data), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
      disk.postMessage(request);
    }),
};
Object.assign(globalThis, { bench });
