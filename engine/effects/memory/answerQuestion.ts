import { assertNever, type JsonObject } from '../../base/index.ts';
import type { MemoryAnswer } from '../../run/index.ts';
import { uniqueText } from '../uniqueText.ts';
import { DATABASE_NAME, MemoryDatabase } from './indexeddb/MemoryDatabase.ts';
import { listInMemory, openThreads } from './inmemory/openInMemory.ts';
import type { MemoryHome } from './MemoryHome.ts';
import { type OpenContext, type OpenMemory, openMemory } from './openMemory.ts';
import { readMemory } from './readMemory.ts';
import { recall } from './recall.ts';
import type { ThreadSummary } from './stores.ts';

/** A question of the user about memories. `memory` is the seed's memory object, templates resolved. */
export type MemoryQuestion =
  /** The memories this host keeps itself: `core:in-memory` and `core:indexeddb`. */
  | { readonly op: 'list' }
  | { readonly op: 'threads'; readonly memory: JsonObject }
  | { readonly op: 'read'; readonly memory: JsonObject; readonly threadId: string }
  /** As `core:memory` searches: over all threads. */
  | { readonly op: 'search'; readonly memory: JsonObject; readonly text: string; readonly maxResults: number }
  /** Without a thread: all of the memory. */
  | { readonly op: 'clear'; readonly memory: JsonObject; readonly threadId: string | null }
  | { readonly op: 'export'; readonly memory: JsonObject };

/** An existing memory. `memory` names it in another question. */
export interface KeptMemory {
  readonly memory: JsonObject & { readonly id: string };
  readonly threadCount: number;
  readonly messageCount: number;
}

/** A thread, whole. */
export interface ThreadContent {
  readonly threadId: string;
  readonly messages: MemoryAnswer['last_messages'];
  readonly workingMemory: string | null;
  /** ISO 8601; null for a thread that does not exist. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** A memory as a text to save: what was said, no settings and no keys. */
export interface MemoryExport {
  readonly format: 'signalbox-memory';
  readonly version: 1;
  readonly id: string;
  readonly threads: readonly ThreadContent[];
}

/** What each question is answered with. */
export interface MemoryAnswers {
  readonly list: readonly KeptMemory[];
  readonly threads: readonly ThreadSummary[];
  readonly read: ThreadContent;
  readonly search: MemoryAnswer['semantic_search'];
  readonly clear: null;
  readonly export: MemoryExport;
}

/** Answers a question of the user about a memory. Rejects with a `MemoryFault`. */
export async function answerQuestion(
  question: MemoryQuestion,
  context: OpenContext,
): Promise<MemoryAnswers[keyof MemoryAnswers]> {
  if (question.op === 'list') return listMemories(context.home);
  const memory = await openMemory(readMemory(question.memory), context, false);
  switch (question.op) {
    case 'threads':
      return memory.threads.list();
    case 'read':
      return readThread(memory, question.threadId);
    case 'search': {
      const { text, maxResults: count } = question;
      const found = await recall(memory, { text, count, within: null, leaveOut: new Set() });
      return found.map(({ message, threadId, similarity }) => ({
        content: message.content,
        similarity,
        timestamp: message.timestamp,
        metadata: { thread_id: threadId, role: message.role },
      }));
    }
    case 'clear':
      await clear(memory, question.threadId);
      return null;
    case 'export': {
      const threads: ThreadContent[] = [];
      for (const { threadId } of await memory.threads.list()) threads.push(await readThread(memory, threadId));
      return { format: 'signalbox-memory', version: 1, id: memory.settings.id, threads };
    }
    default:
      return assertNever(question);
  }
}

async function readThread({ threads }: OpenMemory, threadId: string): Promise<ThreadContent> {
  const { messages, workingMemory, createdAt, updatedAt } = await threads.read(threadId, null);
  return {
    threadId,
    messages: messages.map(({ role, content, timestamp }) => ({ role, content, timestamp })),
    workingMemory,
    createdAt,
    updatedAt,
  };
}

/** The messages are deleted first: vectors without a message are never found. */
async function clear({ threads, vectors }: OpenMemory, threadId: string | null): Promise<void> {
  if (threadId === null) {
    await threads.removeAll();
    await vectors.removeAll();
    return;
  }
  const at = new Date().toISOString();
  await threads.clear(threadId, { key: `cleared/${uniqueText()}`, at });
  await vectors.removeThread(threadId);
}

/** The memories a host keeps itself, by id. Rejects with a `MemoryFault`. */
async function listMemories(home: MemoryHome): Promise<readonly KeptMemory[]> {
  const found = [...(await listKept(home)), ...(await listStored(home))];
  return found.sort((a, b) => (a.memory.id < b.memory.id ? -1 : a.memory.id > b.memory.id ? 1 : 0));
}

/** Those in memory, or in the state folder. */
async function listKept(home: MemoryHome): Promise<readonly KeptMemory[]> {
  const kept: KeptMemory[] = [];
  for (const { id, place, dimensions } of await listInMemory(home)) {
    const threads = await (await openThreads(home, id, place)).list();
    if (threads.length === 0) continue;
    const path = /^indexeddb\/(.*)$/s.exec(place.kind)?.[1];
    const use = path === undefined ? 'core:in-memory' : 'core:indexeddb';
    kept.push(toKept({ id, use, path: path ?? '', dimensions }, threads));
  }
  return kept;
}

/** Those in the browser’s databases. */
async function listStored(home: MemoryHome): Promise<readonly KeptMemory[]> {
  const { indexedDb } = home;
  if (indexedDb === null) return [];
  const stored: KeptMemory[] = [];
  for (const { name } of await indexedDb.databases()) {
    if (name === undefined || (name !== DATABASE_NAME && !name.startsWith(`${DATABASE_NAME}-`))) continue;
    const database = home.databases.get(name) ?? new MemoryDatabase(indexedDb, name, home.onEnd);
    home.databases.set(name, database);
    const { rows, collections } = await database.use(async (open) => ({
      rows: await open.getAll('threads'),
      collections: await open.getAll('collections'),
    }));
    for (const id of new Set(rows.map(({ memory }) => memory))) {
      const threads = rows.filter(({ memory }) => memory === id).map(({ count }) => ({ messageCount: count }));
      const dimensions = collections.find(({ memory }) => memory === id)?.dimensions ?? 0;
      stored.push(
        toKept({ id, use: 'core:indexeddb', path: name.slice(DATABASE_NAME.length + 1), dimensions }, threads),
      );
    }
  }
  return stored;
}

/** Where no vector is kept, any number of dimensions will do. */
const ANY_DIMENSIONS = 384;

function toKept(
  { id, use, path, dimensions }: { id: string; use: string; path: string; dimensions: number },
  threads: readonly { readonly messageCount: number }[],
): KeptMemory {
  const config = path === '' ? {} : { path };
  return {
    memory: { id, storage: { use, config }, vector: { use, dimensions: dimensions || ANY_DIMENSIONS, config } },
    threadCount: threads.length,
    messageCount: threads.reduce((sum, { messageCount }) => sum + messageCount, 0),
  };
}
