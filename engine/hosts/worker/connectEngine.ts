import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { BatchListener } from './protocol/EventBatch.ts';
import { type PortEngine, receiveEvents } from './protocol/eventPort.ts';
import type { EngineWorker } from './protocol/protocol.ts';

/** The worker ended or did not start: its pending calls will not be answered. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  /** False: it never answered anything, so that another start would most likely fail as well. */
  readonly hasStarted: boolean;

  constructor(message: string, hasStarted = true) {
    super(message);
    this.hasStarted = hasStarted;
  }
}

/** The connection of the page to the engine. */
export interface EngineConnection {
  /**
   * Every promise settles: it rejects with an {@link EngineFailure} when the worker ends first, and with an `Error` of the same
   * message when it had ended before.
   */
  readonly engine: EngineWorker;
  /** Terminates the worker and starts another. Its runs become `interrupted`; subscriptions are repeated. */
  readonly restart: () => void;
  /** Calls back when the worker ended or could not start; answers with a function that unsubscribes. */
  readonly onFailure: (listener: (failure: EngineFailure) => void) => () => void;
}

/** The connection as the page that made it has it. */
export interface OwnConnection extends EngineConnection {
  /** Ends the worker for good, and with it what its runs hold; nothing is called back. */
  readonly end: () => void;
}

/** The part of a worker that the connection needs. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'>;

function createWorker(): WorkerLike {
  return new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

/** A worker that the browser refuses to make is one that does not start. */
function makeWorker(create: () => WorkerLike): WorkerLike {
  try {
    return create();
  } catch (error) {
    const none = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined });
    setTimeout(() => none.dispatchEvent(Object.assign(new Event('error'), { message: String(error) })));
    return none;
  }
}

/** Starts a worker; `died` is called when it ends, with a message for the user. */
function openWorker(
  create: () => WorkerLike,
  died: (worker: WorkerLike, failure: EngineFailure) => void,
): { readonly worker: WorkerLike; readonly remote: Remote<PortEngine> } {
  const worker = makeWorker(create);
  let hasStarted = false;
  const end = (what: string, reason: string): void => {
    const [did, advice] = hasStarted
      ? [what, 'Finished runs are kept.']
      : [
          'did not start',
          'Until it does, nothing runs and nothing is checked; edits are kept. Reload the page, or try another browser.',
        ];
    died(
      worker,
      new EngineFailure(
        `The engine ${did}${reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`}. ${advice}`,
        hasStarted,
      ),
    );
  };
  worker.addEventListener('message', () => {
    hasStarted = true;
  });
  worker.addEventListener('error', (event) =>
    end('stopped working', 'message' in event && typeof event.message === 'string' ? event.message : ''),
  );
  worker.addEventListener('messageerror', () => end('sent something that cannot be read', ''));
  const remote = wrap<PortEngine>(worker);
  void awaitEnd(remote).then(() => end('stopped working', ''));
  return { worker, remote };
}

/**
 * Resolves when the worker has ended, even without an event (it closed itself, or the browser ended it): the lock that it
 * holds is released then. Never settles where the browser has no locks.
 */
async function awaitEnd(remote: Remote<PortEngine>): Promise<void> {
  const never = new Promise<never>(() => undefined);
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return never;
  const name = await remote.lifeLock().catch(() => null);
  return name === null ? never : navigator.locks.request(name, () => undefined).catch(() => never);
}

/** Methods whose last call is repeated to a new worker after a restart. */
const SUBSCRIPTIONS: ReadonlySet<keyof EngineWorker> = new Set<keyof EngineWorker>([
  'subscribe',
  'subscribeTexts',
  'subscribeSecrets',
  'subscribeStorage',
  'setWorkspace',
]);

/** An argument as the worker takes it: a function, or an object of functions, as what calls it here. */
function cross(value: unknown): unknown {
  if (typeof value === 'function') return proxy(value);
  const isData = typeof value !== 'object' || value === null || Array.isArray(value);
  return isData || !Object.values(value).some((each) => typeof each === 'function') ? value : proxy(value);
}

/** Starts the engine's worker. A page that requires Trusted Types needs a policy that allows its own scripts. */
export function connectEngine(create: () => WorkerLike = createWorker): OwnConnection {
  const listeners = new Set<(failure: EngineFailure) => void>();
  const pending = new Set<(failure: EngineFailure) => void>();
  /** Subscriptions, repeated after a restart: the arguments of the last call, by method. */
  const subscriptions = new Map<keyof EngineWorker, readonly unknown[]>();
  /** Events come by a port of their own. */
  let events: MessagePort | null = null;
  let ended: EngineFailure | null = null;
  let link = openWorker(create, fail);

  function fail(worker: WorkerLike, failure: EngineFailure): void {
    if (worker !== link.worker) return;
    ended = failure;
    rejectAll(failure);
    for (const listener of listeners) listener(failure);
  }

  function rejectAll(failure: EngineFailure): void {
    for (const reject of pending) reject(failure);
    pending.clear();
  }

  function forward(name: keyof EngineWorker, args: readonly unknown[]): Promise<unknown> {
    if (ended !== null) return Promise.reject(new Error(ended.message));
    return new Promise((resolve, reject) => {
      // A promise of a proxy whose worker has ended never settles by itself.
      pending.add(reject);
      const answer: Promise<unknown> = Reflect.apply(link.remote[name], link.remote, crossAll(name, args));
      answer.then(resolve, reject).finally(() => pending.delete(reject));
    });
  }

  function crossAll(name: keyof EngineWorker, args: readonly unknown[]): readonly unknown[] {
    if (name !== 'subscribe') return args.map(cross);
    const { port1, port2 } = new MessageChannel();
    // By the protocol, its one argument.
    receiveEvents(port1, args[0] as BatchListener);
    events?.close();
    events = port1;
    return [transfer(port2, [port2])];
  }

  function restart(): void {
    link.remote[releaseProxy]();
    link.worker.terminate();
    rejectAll(new EngineFailure('The engine was restarted.'));
    ended = null;
    link = openWorker(create, fail);
    for (const [name, args] of subscriptions) forward(name, args).catch(() => undefined);
  }

  const engine = forwardMethods((name, args) => {
    if (SUBSCRIPTIONS.has(name)) subscriptions.set(name, args);
    return forward(name, args);
  });
  return {
    engine,
    restart,
    end: () => link.worker.terminate(),
    onFailure: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** An engine whose methods all call `forward` with their name and arguments. Their types are those of the protocol. */
function forwardMethods(
  forward: (name: keyof EngineWorker, args: readonly unknown[]) => Promise<unknown>,
): EngineWorker {
  const answerTo = (name: string | symbol): unknown =>
    // Without `then`, so that `await` does not take it for a promise.
    typeof name === 'symbol' || name === 'then'
      ? undefined
      : // By its type, only names of the protocol are read.
        (...args: readonly unknown[]) => forward(name as keyof EngineWorker, args);
  // The trap provides every method.
  return new Proxy({}, { get: (_, name) => answerTo(name) }) as EngineWorker;
}
