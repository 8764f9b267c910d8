import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Workspace } from '#engine';
import { StorageFailure } from '../../platform/index.ts';
import { watchStored } from './SaveBoard.ts';

const WORKSPACE: Workspace = { files: new Map([['a.yaml', '']]), layouts: new Map() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(check: () => Promise<'kept' | 'lost'>) {
  const onLost = vi.fn();
  const states: string[] = [];
  const stop = watchStored({
    storage: { check, onEnd: () => () => undefined },
    durable: () => WORKSPACE,
    onLost,
    onState: ({ state }) => states.push(state),
  });
  return { onLost, states, stop };
}

it('notices within a second that what is stored was emptied, without any edit', async () => {
  let found: 'kept' | 'lost' = 'kept';
  const { onLost, stop } = watch(async () => found);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onLost).not.toHaveBeenCalled();
  found = 'lost';
  await vi.advanceTimersByTimeAsync(1000);
  expect(onLost).toHaveBeenCalled();
  stop();
});

it('says that it does not know while storage cannot be read, and then that it does', async () => {
  let isBroken = true;
  const { onLost, states, stop } = watch(async () => {
    if (isBroken) throw new StorageFailure('failed');
    return 'kept';
  });
  await vi.advanceTimersByTimeAsync(700);
  expect(states).toEqual(['failed']);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(700);
  expect(states).toEqual(['failed', 'saved']);
  expect(onLost).not.toHaveBeenCalled();
  stop();
});
