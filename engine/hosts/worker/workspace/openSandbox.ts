import {
  createRunScript,
  type RunScript,
  type Script,
  type ScriptAnswer,
  type ScriptThread,
} from '../../../effects/index.ts';
import { trustOwnScripts } from '../platform/trustOwnScripts.ts';

/** Runs scripts in sandboxed workers. */
export function createSandbox(): RunScript {
  return createRunScript(() => {
    trustOwnScripts();
    return openThread();
  });
}

function openThread(): ScriptThread {
  const worker = new Worker(new URL('../sandbox/sandbox.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sandbox',
  });
  return {
    run: (script: Script) =>
      new Promise<ScriptAnswer>((resolve, reject) => {
        const controller = new AbortController();
        const { signal } = controller;
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<ScriptAnswer>) => {
            controller.abort();
            resolve(data);
          },
          { signal },
        );
        worker.addEventListener(
          'error',
          ({ message }) => {
            controller.abort();
            reject(new Error(message === '' ? 'its file could not be loaded' : message));
          },
          { signal },
        );
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
        worker.postMessage(script);
      }),
    end: () => worker.terminate(),
  };
}
