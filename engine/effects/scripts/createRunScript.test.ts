import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunScript, type ScriptThread } from './createRunScript.ts';
import type { Script, ScriptAnswer } from './Script.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SCRIPT: Script = { code: '', input: 'null', seed: 1, now: null, timeout: 1000, memory: 64 };
const DONE: ScriptAnswer = { type: 'value', json: '1', lines: [] };

const ignore: (given: unknown) => void = () => {};

/** Threads that answer on request. */
function threads() {
  const opened: {
    answer: (answer: ScriptAnswer) => void;
    fail: (error: Error) => void;
    isEnded: boolean;
  }[] = [];
  const waiting: ((answer: ScriptAnswer) => void)[] = [];
  const open = (): ScriptThread => {
    const thread: (typeof opened)[number] = { answer: ignore, fail: ignore, isEnded: false };
    opened.push(thread);
    return {
      run: () =>
        new Promise((resolve, reject) => {
          thread.answer = resolve;
          thread.fail = reject;
          waiting.push(resolve);
        }),
      end: () => {
        thread.isEnded = true;
      },
    };
  };
  return { opened, waiting, run: createRunScript(open) };
}

test('a thread is kept for the next script, and terminated when it stays idle', async () => {
  const { opened, waiting, run } = threads();
  for (let n = 0; n < 3; n += 1) {
    const answer = run(SCRIPT, new AbortController().signal);
    await vi.waitFor(() => expect(waiting).toHaveLength(n + 1));
    waiting[n]?.(DONE);
    expect(await answer).toEqual(DONE);
  }
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(opened[0]?.isEnded).toBe(true);
});

test('an abort ends the thread at once', async () => {
  const { opened, waiting, run } = threads();
  const controller = new AbortController();
  const answer = run(SCRIPT, controller.signal);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  controller.abort();
  expect(await answer).toMatchObject({ type: 'unavailable' });
  expect(opened[0]?.isEnded).toBe(true);
});

test('a script that continues after its timeout is terminated with its thread', async () => {
  const { opened, waiting, run } = threads();
  const answer = run(SCRIPT, new AbortController().signal);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(4_100);
  expect(await answer).toMatchObject({ type: 'limit', limit: 'time' });
  expect(opened[0]?.isEnded).toBe(true);
});

test('a thread that dies, or broke, is not used again', async () => {
  const { opened, waiting, run } = threads();
  const dying = run(SCRIPT, new AbortController().signal);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  opened[0]?.fail(new Error('out of memory'));
  expect(await dying).toMatchObject({ type: 'unavailable', reason: expect.stringContaining('out of memory') });
  const breaking = run(SCRIPT, new AbortController().signal);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  opened[1]?.answer({ type: 'limit', limit: 'memory', broken: true, lines: [] });
  await breaking;
  expect(opened.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

test('at most four run concurrently; the others are queued, and run also when one before them is aborted', async () => {
  const { opened, waiting, run } = threads();
  const controller = new AbortController();
  const answers = Array.from({ length: 10 }, () => run(SCRIPT, controller.signal));
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(4);
  for (const answer of waiting.splice(0)) answer(DONE);
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting).toHaveLength(4);
  controller.abort();
  expect(await Promise.all(answers)).toHaveLength(10);
});

test('scripts that may have much memory wait for each other, in the order they came', async () => {
  const { opened, waiting, run } = threads();
  const { signal } = new AbortController();
  const answers = [512, 128, 100, 64, 64].map((memory) => run({ ...SCRIPT, memory }, signal));
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting).toHaveLength(1);
  waiting.shift()?.(DONE);
  await vi.advanceTimersByTimeAsync(1);
  // 128, 100: the first 64 would be over, and the second does not overtake it.
  expect(waiting).toHaveLength(2);
  for (const answer of waiting.splice(0)) answer(DONE);
  await vi.advanceTimersByTimeAsync(1);
  for (const answer of waiting.splice(0)) answer(DONE);
  expect(await Promise.all(answers)).toHaveLength(5);
  expect(opened).toHaveLength(2);
});
