import type { MemoryAnswer, MemoryCall, MemoryMessage } from '../run/index.ts';

interface Thread {
  messages: readonly MemoryMessage[];
  createdAt: string;
  updatedAt: string;
  working: string | null;
}

/**
 * A memory for tests, kept as maps: by memory id and thread. A text is like another as far as they share words. A write
 * made again with the same key changes nothing more.
 */
export class ScriptedMemory {
  readonly #memories = new Map<string, Map<string, Thread>>();
  readonly #written = new Set<string>();

  /** Performs a call, and answers with the state of its thread afterwards. */
  answer(call: MemoryCall): MemoryAnswer {
    const threads = this.#threadsOf(call);
    if (!this.#written.has(call.key)) write(threads, call);
    this.#written.add(call.key);
    const thread = threads.get(call.threadId);
    const messages = thread?.messages ?? [];
    const last = messages.slice(Math.max(0, messages.length - optionsOf(call).lastMessages));
    return {
      current_thread: {
        thread_id: call.threadId,
        messages: call.wholeThread ? messages : [],
        metadata: { created_at: thread?.createdAt ?? null, updated_at: thread?.updatedAt ?? null },
      },
      last_messages: last,
      semantic_search: search(threads, call, last),
      working_memory: thread?.working ?? null,
    };
  }

  /** All that was said in any thread of any memory. */
  listMessages(): readonly MemoryMessage[] {
    return [...this.#memories.values()].flatMap((threads) => [...threads.values()].flatMap(({ messages }) => messages));
  }

  #threadsOf({ memory }: MemoryCall): Map<string, Thread> {
    const id = JSON.stringify(memory['id']);
    const threads = this.#memories.get(id) ?? new Map<string, Thread>();
    this.#memories.set(id, threads);
    return threads;
  }
}

/** As the machine sends them: defaults filled in. */
function optionsOf({ memory }: MemoryCall): { readonly lastMessages: number; readonly maxResults: number } {
  const { options } = memory as { options: { lastMessages: number; semanticRecall: { maxResults: number } } };
  return { lastMessages: options.lastMessages, maxResults: options.semanticRecall.maxResults };
}

function write(threads: Map<string, Thread>, { request, threadId, at }: MemoryCall): void {
  const timestamp = new Date(at).toISOString();
  const thread = threads.get(threadId) ?? { messages: [], createdAt: timestamp, updatedAt: timestamp, working: null };
  if (request.op === 'append') {
    const added = request.messages.map(({ role, content }) => ({ role, content, timestamp }));
    threads.set(threadId, { ...thread, messages: [...thread.messages, ...added], updatedAt: timestamp });
  } else if (request.op === 'work') threads.set(threadId, { ...thread, working: request.text, updatedAt: timestamp });
  else if (request.op === 'clear') threads.delete(threadId);
}

function search(
  threads: ReadonlyMap<string, Thread>,
  call: MemoryCall,
  last: readonly MemoryMessage[],
): MemoryAnswer['semantic_search'] {
  const { request } = call;
  if (request.op !== 'recall' && request.op !== 'search') return [];
  const most = request.op === 'search' ? request.maxResults : optionsOf(call).maxResults;
  const found = [...threads].flatMap(([thread_id, { messages }]) =>
    messages
      .filter((message) => request.op === 'search' || !last.includes(message))
      .map(({ role, content, timestamp }) => ({
        content,
        similarity: likeness(request.text, content),
        timestamp,
        metadata: { thread_id, role },
      })),
  );
  return found
    .filter(({ similarity }) => similarity > 0)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, most);
}

function likeness(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => new Set(text.toLowerCase().match(/[a-z]+/g)));
  if (left === undefined || right === undefined || left.size === 0) return 0;
  return [...left].filter((word) => right.has(word)).length / left.size;
}
