import { messageOf } from '../../base/index.ts';
import type { RunScript } from '../ports.ts';
import type { Script, ScriptAnswer } from './Script.ts';

/** A thread that only runs scripts, one at a time. */
export interface ScriptThread {
  /** Rejects when the thread dies. */
  readonly run: (script: Script) => Promise<ScriptAnswer>;
  /** Terminates the thread immediately, whatever it does. */
  readonly end: () => void;
  /** Whether the process waits for it: an idle one does not keep the process alive. */
  readonly hold?: (isBusy: boolean) => void;
}

/** How many scripts run concurrently; others wait. */
const MOST_THREADS = 4;

/** How much memory concurrent scripts may have together, in MiB; one that may have more runs alone. */
const MOST_MEMORY = 256;

/** How long a thread without work is kept, in ms. */
const IDLE = 10_000;

/** How long after its timeout a script that does not end is terminated with its thread, in ms: loading counts, too. */
const GRACE = 3_000;

/**
 * Runs scripts in separate threads, kept for the next one. An abort terminates the thread immediately, whatever the script
 * does; one that continues after its timeout is terminated with its thread. Scripts wait in a queue, first come first served,
 * where {@link MOST_THREADS} run or the memory of all would be over {@link MOST_MEMORY}. Never rejects.
 */
export function createRunScript(open: () => ScriptThread): RunScript {
  const idle: { readonly thread: ScriptThread; readonly expiry: ReturnType<typeof setTimeout> }[] = [];
  const queue: { readonly memory: number; readonly admit: () => void }[] = [];
  let running = 0;
  let memory = 0;

  const take = (): ScriptThread => {
    const kept = idle.pop();
    clearTimeout(kept?.expiry);
    const thread = kept?.thread ?? open();
    thread.hold?.(true);
    return thread;
  };
  const keep = (thread: ScriptThread): void => {
    thread.hold?.(false);
    const expiry = setTimeout(() => {
      const index = idle.findIndex((each) => each.thread === thread);
      if (index !== -1) idle.splice(index, 1);
      thread.end();
    }, IDLE);
    // In Node a process does not wait for it; browsers answer with a number.
    if (typeof expiry === 'object') expiry.unref();
    idle.push({ thread, expiry });
  };

  const runOn = async (thread: ScriptThread, script: Script, signal: AbortSignal): Promise<ScriptAnswer> => {
    const stopped = waitForStop(script, signal);
    const answer = await Promise.race([
      stopped.answer,
      thread.run(script).catch((error: unknown): ScriptAnswer => unavailable(String(error))),
    ]);
    stopped.forget();
    if (answer.type === 'unavailable' || answer.broken === true) thread.end();
    else keep(thread);
    return answer;
  };

  /** Lets scripts begin in the order they came, as far as threads and memory go. */
  const admitNext = (): void => {
    for (let [next] = queue; next !== undefined; [next] = queue) {
      const fits = running < MOST_THREADS && memory + next.memory <= MOST_MEMORY;
      if (!fits && running > 0) return;
      queue.shift();
      running += 1;
      memory += next.memory;
      next.admit();
    }
  };
  const leave = (script: Script): void => {
    running -= 1;
    memory -= script.memory;
    admitNext();
  };

  return async (script, signal) => {
    await new Promise<void>((admit) => {
      queue.push({ memory: script.memory, admit });
      admitNext();
    });
    try {
      return signal.aborted ? unavailable('aborted') : await runOn(take(), script, signal);
    } catch (error) {
      return unavailable(messageOf(error));
    } finally {
      leave(script);
    }
  };
}

function waitForStop(
  script: Script,
  signal: AbortSignal,
): { readonly answer: Promise<ScriptAnswer>; readonly forget: () => void } {
  const { promise, resolve } = withResolver();
  const stop = (): void => resolve(unavailable('aborted'));
  const expire = (): void => resolve({ type: 'limit', limit: 'time', broken: true, lines: [] });
  const timer = setTimeout(expire, script.timeout + GRACE);
  signal.addEventListener('abort', stop, { once: true });
  return {
    answer: promise,
    forget: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

function withResolver(): {
  readonly promise: Promise<ScriptAnswer>;
  readonly resolve: (answer: ScriptAnswer) => void;
} {
  const settles: ((answer: ScriptAnswer) => void)[] = [];
  const promise = new Promise<ScriptAnswer>((resolve) => {
    settles.push(resolve);
  });
  return { promise, resolve: (answer) => settles[0]?.(answer) };
}

function unavailable(reason: string): ScriptAnswer {
  return { type: 'unavailable', reason, lines: [] };
}
