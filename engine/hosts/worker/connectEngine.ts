import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { Result } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import { receiveEvents } from './eventPort.ts';
import type {
  CallProgress,
  EngineWorker,
  EventBatch,
  McpServer,
  MemoryAnswers,
  MemoryQuestion,
  PortEngine,
  SecretState,
  StorageReport,
  Variable,
  WorkspaceFiles,
} from './protocol.ts';

/** The engine died, or did not start: what was asked of it will not be answered. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

/** The page's way to the engine. */
export interface EngineConnection {
  /** Every promise settles: it rejects with an {@link EngineFailure} when the worker dies first. */
  readonly engine: EngineWorker;
  /** Ends the worker, however busy it is, and starts another. Runs in it become `interrupted`; the subscriber stays. */
  readonly restart: () => void;
  /** Calls back when the worker died or could not start; answers with a function that stops that. */
  readonly onFailure: (listener: (failure: EngineFailure) => void) => () => void;
}

/** A worker as far as the connection needs it. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'>;

function createWorker(): WorkerLike {
  return new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

/** A worker that tells when it dies, with what a person may read of it. */
function openWorker(
  create: () => WorkerLike,
  died: (worker: WorkerLike, message: string) => void,
): { readonly worker: WorkerLike; readonly remote: Remote<PortEngine> } {
  const worker = create();
  const advice = 'Finished runs are kept.';
  worker.addEventListener('error', (event) => {
    const message = 'message' in event && typeof event.message === 'string' ? event.message : '';
    died(worker, `The engine stopped working${message === '' ? '' : `: ${message}`}. ${advice}`);
  });
  worker.addEventListener('messageerror', () =>
    died(worker, `The engine sent something that cannot be read. ${advice}`),
  );
  const remote = wrap<PortEngine>(worker);
  void awaitEnd(remote).then(() => died(worker, `The engine stopped working. ${advice}`));
  return { worker, remote };
}

/**
 * Settles when the worker is gone, also where no event says so (it closed itself, or the browser ended it): a lock that it
 * holds becomes free then. Never settles where the browser gives no locks.
 */
async function awaitEnd(remote: Remote<PortEngine>): Promise<void> {
  const never = new Promise<never>(() => undefined);
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return never;
  const name = await remote.lifeLock().catch(() => null);
  return name === null ? never : navigator.locks.request(name, () => undefined).catch(() => never);
}

/** Starts the engine's worker. The page must have a Trusted Types policy that lets its own scripts through, when it requires one. */
export function connectEngine(create: () => WorkerLike = createWorker): EngineConnection {
  const listeners = new Set<(failure: EngineFailure) => void>();
  const pending = new Set<(failure: EngineFailure) => void>();
  let events: MessagePort | null = null;
  let subscriber: ((batch: EventBatch) => void) | null = null;
  let textListener: ((texts: readonly CallProgress[]) => void) | null = null;
  let lent: { readonly files: WorkspaceFiles; readonly mcpServers: readonly McpServer[] } | null = null;
  let storageListener: ((report: StorageReport) => void) | null = null;
  let secretListener: ((state: SecretState) => void) | null = null;
  let link = openWorker(create, fail);

  function fail(worker: WorkerLike, message: string): void {
    if (worker !== link.worker) return;
    const failure = new EngineFailure(message);
    rejectAll(failure);
    for (const listener of listeners) listener(failure);
  }

  function rejectAll(failure: EngineFailure): void {
    for (const reject of pending) reject(failure);
    pending.clear();
  }

  // A promise of a proxy whose worker is gone never settles by itself.
  function call<T>(ask: (remote: PortEngine) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      pending.add(reject);
      const settle = (): void => void pending.delete(reject);
      ask(link.remote).then(resolve, reject).finally(settle);
    });
  }

  function restart(): void {
    link.remote[releaseProxy]();
    link.worker.terminate();
    rejectAll(new EngineFailure('The engine was started again.'));
    link = openWorker(create, fail);
    const listener = subscriber;
    if (listener !== null) subscribe(listener).catch(() => undefined);
    const onTexts = textListener;
    if (onTexts !== null) call((remote) => remote.subscribeTexts(proxy(onTexts))).catch(() => undefined);
    const tools = lent;
    if (tools !== null)
      call((remote) => remote.lendWorkspace(proxy(tools.files), tools.mcpServers)).catch(() => undefined);
    const onSecrets = secretListener;
    if (onSecrets !== null) call((remote) => remote.subscribeSecrets(proxy(onSecrets))).catch(() => undefined);
    const onStorage = storageListener;
    if (onStorage !== null) call((remote) => remote.subscribeStorage(proxy(onStorage))).catch(() => undefined);
  }

  function subscribe(listener: (batch: EventBatch) => void): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    receiveEvents(port1, listener);
    events?.close();
    events = port1;
    return call((remote) => remote.subscribe(transfer(port2, [port2])));
  }

  const engine: EngineWorker = {
    startRun: (request) => call((remote) => remote.startRun(request)),
    controlRun: (runId, control) => call((remote) => remote.controlRun(runId, control)),
    recoverRuns: (surroundings) => call((remote) => remote.recoverRuns(surroundings)),
    takeOver: (runId, surroundings) => call((remote) => remote.takeOver(runId, surroundings)),
    retryStorage: (runId) => call((remote) => remote.retryStorage(runId)),
    forkRun: (request) => call((remote) => remote.forkRun(request)),
    subscribe: (listener) => {
      subscriber = listener;
      return subscribe(listener);
    },
    subscribeTexts: (listener) => {
      textListener = listener;
      return call((remote) => remote.subscribeTexts(proxy(listener)));
    },
    lendWorkspace: (files, mcpServers) => {
      lent = { files, mcpServers };
      return call((remote) => remote.lendWorkspace(proxy(files), mcpServers));
    },
    listMcpTools: (server, variables) => call((remote) => remote.listMcpTools(server, variables)),
    listPrices: () => call((remote) => remote.listPrices()),
    testModel: (request) => call((remote) => remote.testModel(request)),
    askMemory: <Question extends MemoryQuestion>(question: Question, variables: readonly Variable[]) =>
      // Each question is answered with what stands under its name.
      call(
        (remote) => remote.askMemory(question, variables) as Promise<Result<MemoryAnswers[Question['op']], RunError>>,
      ),
    subscribeSecrets: (listener) => {
      secretListener = listener;
      return call((remote) => remote.subscribeSecrets(proxy(listener)));
    },
    subscribeStorage: (listener) => {
      storageListener = listener;
      return call((remote) => remote.subscribeStorage(proxy(listener)));
    },
    changeSecret: (change) => call((remote) => remote.changeSecret(change)),
    answerSecret: (id, answer) => call((remote) => remote.answerSecret(id, answer)),
    listRuns: (query) => call((remote) => remote.listRuns(query)),
    findRun: (runId) => call((remote) => remote.findRun(runId)),
    deleteRun: (runId) => call((remote) => remote.deleteRun(runId)),
    keepRun: (runId, isKept) => call((remote) => remote.keepRun(runId, isKept)),
    exportRun: (runId) => call((remote) => remote.exportRun(runId)),
    importRun: (text, fileName) => call((remote) => remote.importRun(text, fileName)),
    readText: (path, text, deliver) => call((remote) => remote.readText(path, text, proxy(deliver))),
    checkText: (path, text, workspace) => call((remote) => remote.checkText(path, text, workspace)),
    checkInput: (source, input) => call((remote) => remote.checkInput(source, input)),
  };
  return {
    engine,
    restart,
    onFailure: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
