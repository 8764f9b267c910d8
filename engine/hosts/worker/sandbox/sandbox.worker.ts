import type { Script, ScriptAnswer } from '../../../effects/scripts/index.ts';
import threadUrl from './scriptThread.ts?sandbox';

/**
 * The parent of the thread that runs scripts of `core:javascript`: starts it, and forwards messages. The thread inherits its
 * Content Security Policy (`sandbox/` in the site's headers): compile WebAssembly, load nothing, connect to nothing.
 *
 * The thread is loaded from a `data:` URL, so its origin is opaque: the browser refuses it the databases, caches, locks and
 * channels of this site.
 */
const thread = new Worker(threadUrl, { type: 'module', name: 'script' });

/** Why the thread cannot run scripts; null while it can. */
let failure: string | null = null;

// oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
function answer(given: ScriptAnswer): void {
  globalThis.postMessage(given);
}

globalThis.addEventListener('message', ({ data }: MessageEvent<Script>) => {
  if (failure === null) thread.postMessage(data);
  else answer({ type: 'unavailable', reason: failure, lines: [] });
});
// oxlint-enable unicorn/require-post-message-target-origin
thread.addEventListener('message', ({ data }: MessageEvent<ScriptAnswer>) => answer(data));
thread.addEventListener('error', (event) => {
  event.preventDefault();
  failure = event.message === '' ? 'the sandbox could not be started' : event.message;
  answer({ type: 'unavailable', reason: failure, lines: [] });
});
