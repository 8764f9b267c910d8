// First: all modules after it see only the globals it leaves.

// Second: QuickJS.

import { createScriptServer, type Script } from '../../../effects/scripts/index.ts';

/** Globals that a script thread keeps, besides those of the language: messages, WebAssembly, and what QuickJS needs to load. */
const KEPT = new Set([
  'self',
  'globalThis',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'postMessage',
  'onmessage',
  'onerror',
  'onmessageerror',
  'Event',
  'EventTarget',
  'MessageEvent',
  'ErrorEvent',
  'PromiseRejectionEvent',
  'DOMException',
  'WorkerGlobalScope',
  'DedicatedWorkerGlobalScope',
  'WebAssembly',
  'performance',
  'setTimeout',
  'clearTimeout',
  'queueMicrotask',
  'TextDecoder',
  'TextEncoder',
  'atob',
  'btoa',
  'console',
  'constructor',
]);

/** Globals of ECMAScript itself. */
const LANGUAGE = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError JSON Math Intl
  ArrayBuffer SharedArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array
  Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array BigInt DataView Map Set WeakMap WeakSet WeakRef
  FinalizationRegistry Proxy Reflect Iterator AsyncIterator DisposableStack AsyncDisposableStack Temporal
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN`.split(/\s+/),
);

/**
 * Removes every global of this thread that is not needed to run a script: databases, caches, the network, other workers,
 * channels, and whatever a later browser adds. Each is deleted from the global object and its prototypes, and replaced by
 * an `undefined` that cannot be changed. Throws where one is left: then no script runs. Answers with the number removed.
 */
function lockDown(): number {
  const scopes: object[] = [];
  for (let scope: object | null = globalThis; scope !== null; scope = Reflect.getPrototypeOf(scope)) {
    if (scope !== Object.prototype) scopes.push(scope);
  }
  const names = new Set(scopes.flatMap((scope) => Reflect.ownKeys(scope)).filter(isTaken));
  for (const name of names) {
    for (const scope of scopes) Reflect.deleteProperty(scope, name);
    Reflect.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
  }
  const left = [...names].filter((name) => scopes.some((scope) => isReachable(scope, name)));
  if (left.length > 0)
    throw new Error(`this browser does not let the sandbox remove all globals (${left.map(String).join(', ')})`);
  for (const scope of scopes.slice(1)) Object.freeze(scope);
  return names.size;
}

function isTaken(name: string | symbol): boolean {
  return typeof name === 'string' && !KEPT.has(name) && !LANGUAGE.has(name);
}

function isReachable(scope: object, name: string | symbol): boolean {
  const own = Reflect.getOwnPropertyDescriptor(scope, name);
  // Constants that cannot be deleted (`TEMPORARY`) are harmless.
  return own !== undefined && (own.get !== undefined || Object(own.value) === own.value);
}

/** The number of globals that were removed when this module was loaded. */
const taken: number = lockDown();

if (taken === 0) throw new Error('the sandbox is not closed');

/** Runs scripts of `core:javascript`, one at a time. */
const serve = createScriptServer();

globalThis.addEventListener('message', ({ data }: MessageEvent<Script>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
  void serve(data).then((answer) => globalThis.postMessage(answer));
});
