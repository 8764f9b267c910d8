import { isJsonObject, type Json, type JsonObject } from '../../../base/index.ts';
import { broken } from '../MemoryFault.ts';
import type { KeptMessage, KeptThread, MessagePlace, ThreadStore, ThreadSummary, ThreadWrite } from '../stores.ts';
import type { StateLog } from './StateLog.ts';

interface Thread {
  readonly messages: KeptMessage[];
  readonly byId: Map<string, KeptMessage>;
  readonly done: Set<string>;
  createdAt: string | null;
  updatedAt: string | null;
  workingMemory: string | null;
}

/** The threads of `core:in-memory`. With a log they are read from it, and every write goes there first. */
export class InMemoryThreads implements ThreadStore {
  readonly #threads = new Map<string, Thread>();
  readonly #log: StateLog;

  constructor(log: StateLog) {
    this.#log = log;
    for (const entry of log.entries) this.#apply(entry);
  }

  async read(threadId: string, count: number | null): Promise<KeptThread> {
    const thread = this.#threads.get(threadId);
    if (thread === undefined) return { messages: [], createdAt: null, updatedAt: null, workingMemory: null };
    const { messages, createdAt, updatedAt, workingMemory } = thread;
    const from = count === null ? 0 : Math.max(0, messages.length - count);
    return { messages: messages.slice(from), createdAt, updatedAt, workingMemory };
  }

  async find(places: readonly MessagePlace[]): Promise<readonly (KeptMessage | null)[]> {
    return places.map(({ threadId, id }) => this.#threads.get(threadId)?.byId.get(id) ?? null);
  }

  async has(threadId: string, key: string): Promise<boolean> {
    return this.#threads.get(threadId)?.done.has(key) === true;
  }

  async append(threadId: string, write: ThreadWrite & { readonly messages: readonly KeptMessage[] }): Promise<void> {
    const { key, at } = write;
    await this.#write({
      op: 'append',
      thread: threadId,
      key,
      at,
      messages: write.messages.map((each) => ({ ...each })),
    });
  }

  async work(threadId: string, { key, at, text }: ThreadWrite & { readonly text: string }): Promise<void> {
    await this.#write({ op: 'work', thread: threadId, key, at, text });
  }

  async clear(threadId: string, { key, at }: ThreadWrite): Promise<void> {
    if (await this.has(threadId, key)) return;
    const entry = { op: 'clear', thread: threadId, key, at };
    await this.#log.rewrite((each) => each['thread'] !== threadId, [entry]);
    this.#apply(entry);
  }

  async list(): Promise<readonly ThreadSummary[]> {
    const summaries = [...this.#threads].flatMap(([threadId, { createdAt, updatedAt, messages }]) =>
      createdAt === null || updatedAt === null
        ? []
        : [{ threadId, createdAt, updatedAt, messageCount: messages.length }],
    );
    return summaries.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
  }

  async removeAll(): Promise<void> {
    await this.#log.rewrite(() => false, []);
    this.#threads.clear();
  }

  async #write(entry: JsonObject & { readonly thread: string; readonly key: string }): Promise<void> {
    if (await this.has(entry.thread, entry.key)) return;
    await this.#log.append(entry);
    this.#apply(entry);
  }

  /** Applies an entry, once for each key. */
  #apply(entry: JsonObject): void {
    const { thread: threadId, key, at } = entry;
    if (typeof threadId !== 'string' || typeof key !== 'string' || typeof at !== 'string') throw unreadable(entry);
    const thread = this.#threads.get(threadId) ?? emptyThread();
    this.#threads.set(threadId, thread);
    if (thread.done.has(key)) return;
    if (entry['op'] === 'clear') {
      this.#threads.set(threadId, { ...emptyThread(), done: new Set([key]) });
      return;
    }
    thread.done.add(key);
    thread.createdAt ??= at;
    thread.updatedAt = at;
    if (entry['op'] === 'work' && typeof entry['text'] === 'string') thread.workingMemory = entry['text'];
    else if (entry['op'] === 'append') {
      for (const message of readMessages(entry['messages'])) {
        thread.messages.push(message);
        thread.byId.set(message.id, message);
      }
    } else throw unreadable(entry);
  }
}

function emptyThread(): Thread {
  return { messages: [], byId: new Map(), done: new Set(), createdAt: null, updatedAt: null, workingMemory: null };
}

function readMessages(value: Json | undefined): readonly KeptMessage[] {
  return Array.isArray(value) ? value.map(readMessage) : [];
}

/** A message that was kept as JSON. Throws a MEMORY_ERROR for what is none. */
export function readMessage(value: Json): KeptMessage {
  if (!isJsonObject(value)) throw unreadable(value);
  const { id, role, content, timestamp } = value;
  const isRole = role === 'user' || role === 'assistant';
  if (typeof id !== 'string' || !isRole || typeof content !== 'string' || typeof timestamp !== 'string') {
    throw unreadable(value);
  }
  return { id, role, content, timestamp };
}

function unreadable(value: Json): Error {
  const shown = JSON.stringify(value).slice(0, 200);
  return broken('corrupt', `A record of this memory cannot be read: ${shown}. Clear the memory to start again.`);
}
