import { expect, test } from 'vitest';
import { TurnClock } from '../../../testing/TurnClock.ts';
import { openRunReader, type ReaderThread } from './openRunReader.ts';

/** A thread whose handler of tasks is given by the test. */
function createThread(onTask: (thread: EventTarget) => void) {
  const target = new EventTarget();
  let ended = 0;
  const thread = Object.assign(target, {
    postMessage: () => onTask(target),
    terminate: () => void (ended += 1),
  }) as unknown as ReaderThread;
  return { thread, ended: () => ended };
}

test('a thread whose machine does not respond is terminated, and the run refused with a message', async () => {
  const clock = new TurnClock();
  const silent = createThread(() => undefined);
  const reader = openRunReader(() => silent.thread, clock);
  const answer = await clock.settle(reader.read('{}', 'run-1'));
  expect(answer).toEqual({ ok: false, error: expect.stringContaining('took longer than 15 s') });
  expect(silent.ended()).toBe(1);
});

test('a thread that fails refuses the run with a message', async () => {
  const dying = createThread((thread) => thread.dispatchEvent(new Event('error', { cancelable: true })));
  const answer = await openRunReader(() => dying.thread, new TurnClock()).read('{}', 'run-1');
  expect(answer).toEqual({ ok: false, error: expect.stringContaining('out of memory') });
  expect(dying.ended()).toBe(1);
});

test('each run is read by a separate thread, which is terminated with its answer', async () => {
  const threads: ReturnType<typeof createThread>[] = [];
  const start = (): ReaderThread => {
    const made = createThread((thread) =>
      thread.dispatchEvent(new MessageEvent('message', { data: { ok: false, error: 'It is none.' } })),
    );
    threads.push(made);
    return made.thread;
  };
  const reader = openRunReader(start, new TurnClock());
  for (const id of ['run-1', 'run-2']) expect(await reader.read('', id)).toEqual({ ok: false, error: 'It is none.' });
  expect(threads.map(({ ended }) => ended())).toEqual([1, 1]);
});
