import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createRunScript,
  type RunScript,
  type Script,
  type ScriptAnswer,
  type ScriptThread,
} from '../../effects/index.ts';

/** The `workerData` of a thread of this program that only runs scripts. */
const ROLE = 'signalbox-scripts';

/** Runs scripts in threads of the program itself: `program` is the file that calls {@link serveScriptThread} first. */
export function createThreadRunScript(program: URL): RunScript {
  return createRunScript(() => openThread(program));
}

/** In a thread that only runs scripts: serves them, and answers true. Elsewhere answers false. */
export async function serveScriptThread(): Promise<boolean> {
  if (isMainThread || workerData !== ROLE || parentPort === null) return false;
  const port = parentPort;
  // QuickJS writes why it aborts; output that no one reads would keep the process from ending.
  process.stdout.write = () => true;
  process.stderr.write = () => true;
  const { createScriptServer } = await import('../../effects/scripts/index.ts');
  const serve = createScriptServer();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin.
  port.on('message', (script: Script) => void serve(script).then((answer) => port.postMessage(answer)));
  return true;
}

/** Heap limits of a thread, in MiB: the program, and texts in transit. Scripts have limits of their own. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** A thread gets no environment and no arguments of the process, and its output is not shown. */
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
          worker.off('message', receive);
          worker.off('error', fail);
          worker.off('exit', leave);
        };
        const receive = (answer: ScriptAnswer): void => {
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
        worker.once('message', receive);
        worker.once('error', fail);
        worker.once('exit', leave);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin.
        worker.postMessage(script);
      }),
    end: () => void worker.terminate(),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
}
