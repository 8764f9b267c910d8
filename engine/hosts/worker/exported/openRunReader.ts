import { err, type Result } from '../../../base/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { trustOwnScripts } from '../platform/trustOwnScripts.ts';
import type { ReadExport } from './joinFamily.ts';
import { LIMITS } from './limits.ts';
import { createRunReader, type RunReader } from './RunReader.ts';
import { READER_NAME } from './readerName.ts';
import type { ReplayedExport } from './replayExport.ts';

/** A task for a thread that reads runs. */
export type ReaderTask =
  | { readonly type: 'read'; readonly text: string; readonly runId: string }
  | { readonly type: 'replay'; readonly recorded: JournaledRun };

/** Its answer: a run that was read, or its replay. */
export type ReaderAnswer = Result<ReadExport | ReplayedExport, string>;

/** The part of a worker that a reader needs. */
export type ReaderThread = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

/** How much longer than its own time limit a thread may take, to start and to answer, in ms. */
const GRACE = 5_000;

/**
 * A reader that uses a separate thread for each run: a thread whose machine does not respond is terminated, and its memory
 * is freed. Active runs are not affected.
 */
export function openRunReader(start: () => ReaderThread, clock: Pick<Clock, 'setTimer'>): RunReader {
  const ask = <T>(task: ReaderTask): Promise<Result<T, string>> =>
    new Promise((resolve) => {
      const thread = start();
      const settle = (answer: Result<T, string>): void => {
        stop();
        thread.terminate();
        resolve(answer);
      };
      const seconds = (LIMITS.time + GRACE) / 1000;
      const stop = clock.setTimer(LIMITS.time + GRACE, () =>
        settle(err(`This exported run cannot be shown: one step of its replay took longer than ${seconds} s.`)),
      );
      // The thread answers each kind of task with its kind of result.
      thread.addEventListener('message', ({ data }: MessageEvent<Result<T, string>>) => settle(data));
      thread.addEventListener('messageerror', () => settle(err(UNREADABLE)));
      thread.addEventListener('error', (event) => {
        event.preventDefault();
        settle(err(UNREADABLE));
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
      thread.postMessage(task);
    });
  return {
    read: (text, runId) => ask({ type: 'read', text, runId }),
    replay: (recorded) => ask({ type: 'replay', recorded }),
  };
}

/** Starts a worker from this same file that only reads runs. */
export function startReader(): ReaderThread {
  trustOwnScripts();
  return new Worker(globalThis.location.href, { type: 'module', name: READER_NAME });
}

const UNREADABLE =
  'This exported run cannot be shown: the thread that replayed it ended, most likely because it ran out of memory.';

/** Runs in the separate thread: performs a task. */
export function answerTask(task: ReaderTask, clock: Pick<Clock, 'now' | 'yieldToEventLoop'>): Promise<ReaderAnswer> {
  const reader = createRunReader(clock);
  return task.type === 'read' ? reader.read(task.text, task.runId) : reader.replay(task.recorded);
}
