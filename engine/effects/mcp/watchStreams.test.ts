import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StreamWatch, watchStreams } from './watchStreams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fetch whose answers are these streams, one after the other; null is a 405. */
function watched(streams: readonly (string | null)[]) {
  const delivered: Parameters<StreamWatch['deliver']>[0][] = [];
  const controller = new AbortController();
  const left = [...streams];
  const fetch = watchStreams({
    fetch: async () => {
      const text = left.shift() ?? null;
      const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
      return text === null ? new Response(null, { status: 405 }) : new Response(text, { headers });
    },
    deliver: (message) => void delivered.push(message),
    signal: controller.signal,
  });
  const ask = async (id: number): Promise<string> =>
    (await fetch('http://a/', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id, method: 'x' }) })).text();
  const resume = async (lastEvent: string): Promise<string> =>
    (await fetch('http://a/', { headers: { 'last-event-id': lastEvent } })).text();
  return { delivered, controller, ask, resume };
}

test('a stream without ids that ends fails its own request', async () => {
  const { ask } = watched([': hello\n\n']);
  expect(await ask(7)).toMatch(/^: hello\n\n\n\ndata: \{"jsonrpc":"2.0","id":7,"error":\{"code":-32000/);
});

test('one with ids may be resumed for ten seconds', async () => {
  const { ask, delivered } = watched(['id: e1\ndata:\n\n']);
  expect(await ask(7)).toBe('id: e1\ndata:\n\n');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(delivered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(delivered).toMatchObject([{ id: 7, error: { code: -32_000 } }]);
});

test('one that is resumed has ten seconds again when it ends, unless the server cannot resume it', async () => {
  const { ask, resume, delivered } = watched(['id: e1\n\n', 'id: e2\n\n', null]);
  await ask(7);
  await vi.advanceTimersByTimeAsync(9_000);
  await resume('e1');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(delivered).toEqual([]);
  await resume('e2');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(delivered).toMatchObject([{ id: 7 }]);
});

test('nothing is delivered once the session has ended', async () => {
  const { ask, controller, delivered } = watched(['id: e1\n\n', 'id: e2\n\n']);
  await ask(7);
  controller.abort();
  await ask(8);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(delivered).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
