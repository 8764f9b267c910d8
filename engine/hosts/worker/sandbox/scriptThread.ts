// First: all modules after it see only the globals it leaves.
import { taken } from './lockDown.ts';

// Second: QuickJS.

import { createScriptServer, type Script } from '../../../effects/scripts/index.ts';

if (taken === 0) throw new Error('the sandbox is not closed');

/** Runs scripts of `core:javascript`, one at a time. */
const serve = createScriptServer();

globalThis.addEventListener('message', ({ data }: MessageEvent<Script>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
  void serve(data).then((answer) => globalThis.postMessage(answer));
});
