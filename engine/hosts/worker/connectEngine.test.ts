import { expose } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { connectEngine, EngineFailure, type WorkerLike } from './connectEngine.ts';
import { type PortEngine, sendEvents } from './protocol/eventPort.ts';
import type { EventBatch, EventPort } from './protocol/protocol.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A worker on the other end of a channel, with a partial engine. */
class FakeWorker extends EventTarget implements WorkerLike {
  readonly #port: MessagePort;
  isTerminated = false;

  constructor(engine: Partial<PortEngine>) {
    super();
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    this.#port = port1;
    expose(engine, port2);
    port1.addEventListener('message', (event) =>
      this.dispatchEvent(new MessageEvent('message', { data: event.data, ports: [...event.ports] })),
    );
    port1.start();
  }

  postMessage(message: unknown, options?: Transferable[] | StructuredSerializeOptions): void {
    if (Array.isArray(options)) this.#port.postMessage(message, options);
    else this.#port.postMessage(message, options);
  }

  terminate(): void {
    this.isTerminated = true;
    this.#port.close();
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

function refuseWorker(): never {
  throw new DOMException('Workers are blocked.', 'SecurityError');
}

const FINISHED = { seq: 0, at: 1, type: 'run.finished', status: 'success', output: null, error: null } as const;

const REFUSED = async () => ({ ok: false, error: '' }) as const;

const NEVER = (): Promise<never> => new Promise(() => {});

test('answers reach the caller', async () => {
  const { engine } = connectEngine(() => new FakeWorker({ listRuns: async () => [], controlRun: async () => {} }));
  expect(await engine.listRuns()).toEqual([]);
  expect(await engine.controlRun('r1', { type: 'run.cancelled' })).toBeUndefined();
});

test('an error of the engine reaches the caller with its message', async () => {
  const { engine } = connectEngine(
    () => new FakeWorker({ listRuns: () => Promise.reject(new Error('Storage is full')) }),
  );
  await expect(engine.listRuns()).rejects.toThrow('Storage is full');
});

describe('when the worker dies', () => {
  test('pending calls reject instead of hanging, and the page is notified', async () => {
    const worker = new FakeWorker({ findRun: NEVER });
    const { engine, onFailure } = connectEngine(() => worker);
    const failures: EngineFailure[] = [];
    onFailure((failure) => failures.push(failure));
    const answer = engine.findRun('r1');
    worker.fail('out of memory');
    await expect(answer).rejects.toBeInstanceOf(EngineFailure);
    expect(failures.map((failure) => failure.message)).toEqual([expect.stringContaining('out of memory')]);
  });

  test('one that worked is told from one that never started', async () => {
    const worker = new FakeWorker({ listRuns: async () => [] });
    const { engine, onFailure } = connectEngine(() => worker);
    const failures: EngineFailure[] = [];
    onFailure((failure) => failures.push(failure));
    await engine.listRuns();
    worker.fail('out of memory');
    expect(failures).toMatchObject([{ hasStarted: true, message: expect.stringContaining('stopped working') }]);
  });

  test('that never started, calls reject at once until it is started again', async () => {
    const dead = new FakeWorker({});
    const workers = [dead, new FakeWorker({ listRuns: async () => [] })];
    const { engine, onFailure, restart } = connectEngine(() => workers.shift() ?? refuseWorker());
    const failures: EngineFailure[] = [];
    onFailure((failure) => failures.push(failure));
    dead.fail('');
    expect(failures).toMatchObject([{ hasStarted: false }]);
    expect(failures[0]?.message).toMatch(/^The engine did not start\. .*Reload the page/);
    await expect(engine.listRuns()).rejects.toThrow(failures[0]?.message);
    restart();
    expect(await engine.listRuns()).toEqual([]);
  });

  test('that the browser refuses to make, the page is notified as of one that does not start', async () => {
    const { onFailure } = connectEngine(refuseWorker);
    const failure = await new Promise<EngineFailure>((resolve) => void onFailure(resolve));
    expect(failure.hasStarted).toBe(false);
    expect(failure.message).toContain('did not start: SecurityError: Workers are blocked.');
  });

  test('a restart terminates it, rejects its pending calls and keeps the subscriber', async () => {
    const workers: FakeWorker[] = [];
    const listeners: EventPort[] = [];
    const subscribe: PortEngine['subscribe'] = async (port) => void listeners.push(port);
    const create = (): FakeWorker => {
      const worker = new FakeWorker({ subscribe, findRun: NEVER, listRuns: async () => [] });
      workers.push(worker);
      return worker;
    };
    const { engine, restart } = connectEngine(create);
    const batches: EventBatch[] = [];
    await engine.subscribe((batch) => void batches.push(batch));
    const answer = engine.findRun('r1');
    restart();
    await expect(answer).rejects.toBeInstanceOf(EngineFailure);
    expect(workers.map((worker) => worker.isTerminated)).toEqual([true, false]);
    expect(await engine.listRuns()).toEqual([]);
    const batch: EventBatch = { runId: 'r2', events: [FINISHED], trouble: null };
    const [, second] = listeners;
    if (second !== undefined) await sendEvents(second)(batch);
    await engine.listRuns();
    expect(batches).toEqual([batch]);
  });

  test('a restart repeats every subscription to the new worker, and no other call', async () => {
    const calls: string[] = [];
    const note = (name: string) => async () => void calls.push(name);
    const create = () =>
      new FakeWorker({
        subscribeTexts: note('texts'),
        subscribeSecrets: note('secrets'),
        subscribeStorage: note('storage'),
        setWorkspace: note('workspace'),
        retryStorage: note('retry'),
        readText: note('text'),
        listRuns: async () => [],
      });
    const { engine, restart } = connectEngine(create);
    await engine.subscribeTexts(() => undefined);
    await engine.subscribeSecrets(() => undefined);
    await engine.subscribeStorage(() => undefined);
    await engine.setWorkspace({ read: REFUSED, list: REFUSED }, []);
    await engine.retryStorage('r1');
    await engine.readText('a.yaml', '', () => undefined);
    calls.length = 0;
    restart();
    await engine.listRuns();
    expect(calls).toEqual(['texts', 'secrets', 'storage', 'workspace']);
  });

  test('a callback is called here wherever it stands among the arguments, and data arrives as it is', async () => {
    const files = new Map([['a.yaml', 'tasks: []']]);
    const taken: unknown[] = [];
    const worker = new FakeWorker({
      drill: async (request, deliver) => {
        taken.push(request);
        await deliver({ done: 1 } as never);
        return { unreached: [], unplayed: [], wrong: [] };
      },
      setWorkspace: async (workspace) => void taken.push(await workspace.read('a.yaml')),
    });
    const { engine } = connectEngine(() => worker);
    const request = { path: 'a.yaml', files, source: { kind: 'simulation' } } as const;
    await engine.drill(request, (news) => taken.push(news) > 0);
    await engine.setWorkspace({ read: async (path) => ({ ok: true, value: path }), list: REFUSED }, []);
    expect(taken).toEqual([request, { done: 1 }, { ok: true, value: 'a.yaml' }]);
  });

  test('a failure of a worker that was replaced is not reported', () => {
    const workers: FakeWorker[] = [];
    const { onFailure, restart } = connectEngine(() => {
      const worker = new FakeWorker({});
      workers.push(worker);
      return worker;
    });
    const failures: EngineFailure[] = [];
    onFailure((failure) => failures.push(failure));
    restart();
    workers[0]?.fail('late');
    expect(failures).toEqual([]);
  });
});
