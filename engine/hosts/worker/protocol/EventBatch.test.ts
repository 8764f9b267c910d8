import { expect, test } from 'vitest';
import type { CallProgress } from '../../../effects/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { type EventBatch, EventBatcher, TextBatcher } from './EventBatch.ts';

function makeEvents(from: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: 0,
    type: 'warning',
    taskId: null,
    code: 'TEST',
    message: '',
    path: null,
  }));
}

test('events of a frame go out together, in order, one batch a run', async () => {
  const clock = new TurnClock(0);
  const batcher = new EventBatcher(clock);
  const batches: EventBatch[] = [];
  batcher.setListener((batch) => batches.push(batch));
  batcher.push('a', makeEvents(0, 2));
  batcher.push('b', makeEvents(0, 1));
  batcher.push('a', makeEvents(2, 3));
  await clock.until(() => batches.length === 2);
  expect(clock.now()).toBe(16);
  expect(batches.map(({ runId, events }) => [runId, events.map((event) => event.seq)])).toEqual([
    ['a', [0, 1, 2, 3, 4]],
    ['b', [0]],
  ]);
});

test('a flood goes out 1,000 at a time, one batch a frame', async () => {
  const clock = new TurnClock(0);
  const batcher = new EventBatcher(clock);
  const sent: [number, number][] = [];
  batcher.setListener((batch) => sent.push([clock.now(), batch.events.length]));
  batcher.push('a', makeEvents(0, 2400));
  await clock.until(() => sent.length === 3);
  expect(sent).toEqual([
    [16, 1000],
    [32, 1000],
    [48, 400],
  ]);
});

test('the next batch waits until the listener has taken the last', async () => {
  const clock = new TurnClock(0);
  const batcher = new EventBatcher(clock);
  const taken: (() => void)[] = [];
  const batches: EventBatch[] = [];
  batcher.setListener((batch) => {
    batches.push(batch);
    return new Promise<void>((resolve) => taken.push(resolve));
  });
  batcher.push('a', makeEvents(0, 1));
  await clock.until(() => batches.length === 1);
  for (let n = 1; n <= 50; n += 1) {
    batcher.push('a', makeEvents(n, 1));
    await clock.turn();
  }
  expect(batches).toHaveLength(1);
  taken[0]?.();
  await clock.until(() => batches.length === 2);
  expect(batches[1]?.events).toHaveLength(50);
});

test('a listener that is gone stops the batches without an error', async () => {
  const clock = new TurnClock(0);
  const batcher = new EventBatcher(clock);
  let calls = 0;
  batcher.setListener(() => {
    calls += 1;
    throw new Error('The page is gone');
  });
  batcher.push('a', makeEvents(0, 1200));
  for (let n = 0; n < 60; n += 1) await clock.turn();
  expect(calls).toBe(1);
});

test('joins what comes within a frame, by call', async () => {
  const clock = new TurnClock();
  const batcher = new TextBatcher(clock);
  const seen: (readonly CallProgress[])[] = [];
  batcher.push({ key: 'a', text: 'no listener' });
  batcher.setListener((texts) => void seen.push(texts));
  for (const text of ['One ', 'two']) batcher.push({ key: 'a', text });
  batcher.push({ key: 'b', text: 'three' });
  expect(seen).toEqual([]);
  await clock.until(() => seen.length === 1);
  expect(seen).toEqual([
    [
      { key: 'a', text: 'One two' },
      { key: 'b', text: 'three' },
    ],
  ]);
});

test('waits for a slow page, and then sends the texts from meanwhile as one batch', async () => {
  const clock = new TurnClock();
  const batcher = new TextBatcher(clock);
  const seen: (readonly CallProgress[])[] = [];
  const taken: (() => void)[] = [];
  batcher.setListener((texts) => {
    seen.push(texts);
    return new Promise<void>((resolve) => taken.push(resolve));
  });
  batcher.push({ key: 'a', text: '1' });
  await clock.until(() => seen.length === 1);
  for (const text of ['2', '3', '4']) batcher.push({ key: 'a', text });
  await clock.settle(Promise.resolve());
  expect(seen).toHaveLength(1);
  taken[0]?.();
  await clock.until(() => seen.length === 2);
  expect(seen[1]).toEqual([{ key: 'a', text: '234' }]);
});
