import { createScriptServer, type Script } from '../../effects/scripts/index.ts';

/** Runs scripts of `core:javascript`, one at a time. Its own policy lets it compile WebAssembly and reach nothing. */
const serve = createScriptServer();

globalThis.addEventListener('message', ({ data }: MessageEvent<Script>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
  void serve(data).then((answer) => globalThis.postMessage(answer));
});
