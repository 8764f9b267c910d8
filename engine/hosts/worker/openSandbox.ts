import {
  createRunScript,
  type RunScript,
  type Script,
  type ScriptAnswer,
  type ScriptThread,
} from '../../effects/index.ts';

interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string }): unknown;
}

/** Runs scripts in workers that can do nothing else. */
export function createSandbox(): RunScript {
  let isTrusted = false;
  return createRunScript(() => {
    if (!isTrusted) trustOwnScripts();
    isTrusted = true;
    return openThread();
  });
}

/** Where scripts must be trusted by type, workers of this origin are: a worker has policies of its own. */
function trustOwnScripts(): void {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isPolicyFactory(factory)) return;
  factory.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError(`A script from another origin was refused: ${url}`);
    },
  });
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

function openThread(): ScriptThread {
  const worker = new Worker(new URL('./sandbox.worker.ts', import.meta.url), { type: 'module', name: 'sandbox' });
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
