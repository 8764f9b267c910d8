import { expect, test } from 'vitest';
import type { CallProgress } from '../../../effects/index.ts';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { TextBatcher } from './TextBatcher.ts';

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
