import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createRunScript,
  type RunScript,
  type Script,
  type ScriptAnswer,
  type ScriptThread,
} from '../../effects/index.ts';

/** What tells a thread of this program that it only runs scripts. */
const ROLE = 'signalbox-scripts';

/** Runs scripts in threads of the program itself: `program` is the file that begins with {@link serveScriptThread}. */
export function createThreadRunScript(program: URL): RunScript {
  return createRunScript(() => openThread(program));
}

/** In a thread that only runs scripts: serves them, and answers true. */
export async function serveScriptThread(): Promise<boolean> {
  if (isMainThread || workerData !== ROLE || parentPort === null) return false;
  const port = parentPort;
  // QuickJS says on its way down why; what a thread has written and no one reads keeps the process waiting.
  process.stdout.write = () => true;
  process.stderr.write = () => true;
  const { createScriptServer } = await import('../../effects/scripts/index.ts');
  const serve = createScriptServer();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin.
  port.on('message', (script: Script) => void serve(script).then((answer) => port.postMessage(answer)));
  return true;
}

/** What a thread may use for JavaScript of its own, in MiB: the program, and texts that come and go. Scripts have theirs. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** A thread knows nothing of the process's environment and arguments, and writes nowhere. */
function openThread(program: URL): ScriptThread {
  const worker = new Worker(program, {
    workerData: ROLE,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: THREAD_LIMITS,
  });
  worker.unref();
  return {
    run: (script) =>
      new Promise<ScriptAnswer>((resolve, reject) => {
        const end = (): void => {
          worker.off('message', hear);
          worker.off('error', fail);
          worker.off('exit', leave);
        };
        const hear = (answer: ScriptAnswer): void => {
          end();
          resolve(answer);
        };
        const fail = (error: Error): void => {
          end();
          if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
            resolve({ type: 'limit', limit: 'memory', broken: true, lines: [] });
          else reject(error);
        };
        const leave = (): void => fail(new Error('the thread ended'));
        worker.once('message', hear);
        worker.once('error', fail);
        worker.once('exit', leave);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin.
        worker.postMessage(script);
      }),
    end: () => void worker.terminate(),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
}
