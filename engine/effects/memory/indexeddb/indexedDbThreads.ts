import { readMessage } from '../inmemory/InMemoryThreads.ts';
import { broken } from '../MemoryFault.ts';
import type { KeptMessage, KeptThread, MessagePlace, ThreadStore, ThreadWrite } from '../stores.ts';
import { keysBelow, type MemoryDatabase, type OpenDatabase, type ThreadRow } from './MemoryDatabase.ts';

const WRITTEN: ('threads' | 'messages' | 'done')[] = ['threads', 'messages', 'done'];

/** What a write does to a thread, inside its transaction. Answers with its new row, or null for none. */
type Change = (
  row: ThreadRow,
  put: (message: KeptMessage, index: number) => Promise<unknown>,
) => Promise<ThreadRow> | ThreadRow;

/** The threads of `core:indexeddb`: every write is one transaction. */
export function createIndexedDbThreads(database: MemoryDatabase, memory: string): ThreadStore {
  const write = (threadId: string, { key, at }: ThreadWrite, change: Change): Promise<void> =>
    database.use((open) => writeThread(open, { memory, threadId, key, at }, change));
  return {
    read: (threadId, count) => database.use((open) => readThread(open, { memory, threadId, count })),
    find: (places) => database.use((open) => findMessages(open, memory, places)),
    has: (threadId, key) =>
      database.use(async (open) => (await open.getKey('done', [memory, threadId, key])) !== undefined),
    append: (threadId, { messages, ...stamp }) =>
      write(threadId, stamp, async (row, put) => {
        await Promise.all(messages.map((message, index) => put(message, row.count + index)));
        return { ...row, updatedAt: stamp.at, count: row.count + messages.length };
      }),
    work: (threadId, { text, ...stamp }) =>
      write(threadId, stamp, (row) => ({ ...row, updatedAt: stamp.at, workingMemory: text })),
    clear: (threadId, { key }) => database.use((open) => clearThread(open, { memory, threadId, key })),
    list: () =>
      database.use(async (open) => {
        const rows = await open.getAll('threads', keysBelow(memory));
        return rows
          .map(({ threadId, createdAt, updatedAt, count }) => ({ threadId, createdAt, updatedAt, messageCount: count }))
          .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
      }),
    removeAll: () =>
      database.use(async (open) => {
        const writing = open.transaction(WRITTEN, 'readwrite');
        await Promise.all([
          ...WRITTEN.map((name) => writing.objectStore(name).delete(keysBelow(memory))),
          writing.done,
        ]);
      }),
  };
}

async function readThread(
  open: OpenDatabase,
  { memory, threadId, count }: { memory: string; threadId: string; count: number | null },
): Promise<KeptThread> {
  const reading = open.transaction(['threads', 'messages']);
  const row = await reading.objectStore('threads').get([memory, threadId]);
  if (row === undefined) return { messages: [], createdAt: null, updatedAt: null, workingMemory: null };
  const from = count === null ? 0 : Math.max(0, row.count - count);
  const found =
    from === row.count
      ? []
      : await reading
          .objectStore('messages')
          .getAll(IDBKeyRange.bound([memory, threadId, from], [memory, threadId, row.count], false, true));
  if (found.length !== row.count - from) {
    const message = `The thread ${threadId} of the memory “${memory}” has lost messages: ${found.length} of ${row.count - from} are left. Clear that thread to start again.`;
    throw broken('corrupt', message, { thread_id: threadId });
  }
  const { createdAt, updatedAt, workingMemory } = row;
  return { messages: found.map(({ message }) => readMessage(message)), createdAt, updatedAt, workingMemory };
}

async function findMessages(
  open: OpenDatabase,
  memory: string,
  places: readonly MessagePlace[],
): Promise<readonly (KeptMessage | null)[]> {
  const byId = open.transaction('messages').store.index('byId');
  const found = await Promise.all(places.map(({ threadId, id }) => byId.get([memory, threadId, id])));
  return found.map((each) => (each === undefined ? null : readMessage(each.message)));
}

async function writeThread(
  open: OpenDatabase,
  { memory, threadId, key, at }: ThreadWrite & { memory: string; threadId: string },
  change: Change,
): Promise<void> {
  const writing = open.transaction(WRITTEN, 'readwrite');
  const done = writing.objectStore('done');
  const threads = writing.objectStore('threads');
  const messages = writing.objectStore('messages');
  if ((await done.getKey([memory, threadId, key])) === undefined) {
    const before = await threads.get([memory, threadId]);
    const row = before ?? { memory, threadId, createdAt: at, updatedAt: at, workingMemory: null, count: 0 };
    const changed = await change(row, (message, index) =>
      messages.add({ memory, threadId, index, id: message.id, message: { ...message } }),
    );
    await Promise.all([threads.put(changed), done.put({ memory, threadId, key })]);
  }
  await writing.done;
}

async function clearThread(
  open: OpenDatabase,
  { memory, threadId, key }: { memory: string; threadId: string; key: string },
): Promise<void> {
  const writing = open.transaction(WRITTEN, 'readwrite');
  const done = writing.objectStore('done');
  if ((await done.getKey([memory, threadId, key])) === undefined) {
    await Promise.all([
      writing.objectStore('threads').delete([memory, threadId]),
      writing.objectStore('messages').delete(keysBelow(memory, threadId)),
      done.delete(keysBelow(memory, threadId)),
      done.put({ memory, threadId, key }),
    ]);
  }
  await writing.done;
}
