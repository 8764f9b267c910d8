import { expect, test } from 'vitest';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { createDelay } from './clock.ts';

test('a delay ends when its time has come', async () => {
  const clock = new TurnClock(0);
  await clock.settle(createDelay(clock)(25, new AbortController().signal));
  expect(clock.now()).toBe(25);
});

test('a delay ends immediately when it is aborted, before it or during it', async () => {
  const clock = new TurnClock(0);
  const delay = createDelay(clock);
  const controller = new AbortController();
  const onTheWay = delay(1000, controller.signal);
  controller.abort();
  await clock.settle(onTheWay);
  await clock.settle(delay(1000, controller.signal));
  expect(clock.now()).toBeLessThan(5);
});
