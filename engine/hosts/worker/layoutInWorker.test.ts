import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LayoutInput, Places } from '../../layout/index.ts';
import type { WorkerLike } from './connectEngine.ts';
import type { LayoutRequest } from './LayoutRequest.ts';
import { layoutInWorker } from './layoutInWorker.ts';

const INPUT: LayoutInput = {
  nodes: new Map(),
  edges: [],
  direction: 'right',
  mode: 'missing',
  positions: new Map(),
  collapsed: new Set(),
};
const REQUEST: LayoutRequest = { input: INPUT, plain: new Set() };
const PLACES: Places = { placements: new Map([['a', { x: 0, y: 0, width: 216, height: 60 }]]), lanes: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker that answers on `answer`, and records what is sent to it. */
class FakeWorker extends EventTarget implements WorkerLike {
  readonly sent: unknown[] = [];
  terminated = 0;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.terminated += 1;
  }

  answer(data: Places | null): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

function start(timeLimit?: number) {
  const worker = new FakeWorker();
  const create = () => worker;
  return { worker, ...layoutInWorker(REQUEST, timeLimit === undefined ? { create } : { create, timeLimit }) };
}

test('answers with the places of the worker, and terminates it', async () => {
  const { worker, places } = start();
  expect(worker.sent).toEqual([REQUEST]);
  worker.answer(PLACES);
  expect(await places).toBe(PLACES);
  expect(worker.terminated).toBe(1);
});

test('a browser that makes no workers has no places to give', async () => {
  const create = (): never => {
    throw new DOMException('Workers are blocked.', 'SecurityError');
  };
  expect(await layoutInWorker(REQUEST, { create }).places).toBeNull();
});

test('a layout that never ends is terminated after its time limit', async () => {
  const { worker, places } = start(3_000);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(worker.terminated).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(worker.terminated).toBe(1);
  expect(await places).toBeNull();
});

test('a cancelled layout is terminated immediately', async () => {
  const { worker, places, cancel } = start();
  cancel();
  expect(worker.terminated).toBe(1);
  expect(await places).toBeNull();
});

test.each(['error', 'messageerror'])('a worker that fails with "%s" gives null', async (type) => {
  const { worker, places } = start();
  worker.dispatchEvent(new Event(type));
  expect(await places).toBeNull();
});
