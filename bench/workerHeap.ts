import type { CDPSession, Page } from 'playwright';

/** Measures the memory of a worker of a page. */
export interface WorkerHeap {
  /** Bytes of its JavaScript heap and of its buffers, once garbage is collected. */
  readonly usedHeap: () => Promise<number>;
}

/** Connects to the worker whose file is called `<name>.worker`. Playwright has no session of its own for workers. */
export async function connectWorker(page: Page, name: string): Promise<WorkerHeap> {
  const session = await page.context().newCDPSession(page);
  const worker = await attach(session, name);
  let last = 0;
  const send = (method: string): Promise<unknown> => {
    const id = (last += 1);
    const answer = new Promise<unknown>((resolve) => {
      session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
        const read = JSON.parse(message) as { readonly id?: number; readonly result?: unknown }; // By the protocol.
        if (sessionId === worker && read.id === id) resolve(read.result);
      });
    });
    const message = JSON.stringify({ id, method });
    return session.send('Target.sendMessageToTarget', { sessionId: worker, message }).then(() => answer);
  };
  return {
    usedHeap: async () => {
      await send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize = 0 } = (await send('Runtime.getHeapUsage')) as HeapUsage;
      return usedSize + backingStorageSize;
    },
  };
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** The id of a session with the worker. */
async function attach(session: CDPSession, name: string): Promise<string> {
  const attached = new Promise<string>((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
      if (type === 'worker' && url.includes(`/${name}.worker`)) resolve(sessionId);
    });
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return attached;
}
