import { assertNever } from '../../base/index.ts';
import type { MemoryAnswer, MemoryCall, Outcome, OutcomeWarning } from '../../run/index.ts';
import type { Egress } from '../egress.ts';
import { MemoryFault, throwIfAborted } from './MemoryFault.ts';
import { createMemoryHome, type MemoryHome } from './MemoryHome.ts';
import { type OpenMemory, openMemory } from './openMemory.ts';
import { readMemory } from './readMemory.ts';
import { type Recalled, recall, remember } from './recall.ts';
import type { KeptMessage } from './stores.ts';

/** What a memory may use for one call. */
export interface MemoryContext {
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly home: MemoryHome | null;
}

/** Performs one call to a memory (format.md section 9): see `MemoryCall`. Never rejects for what a backend does. */
export async function performMemory(call: MemoryCall, context: MemoryContext): Promise<Outcome> {
  try {
    const settings = readMemory(call.memory);
    const home = context.home ?? createMemoryHome();
    const memory = await openMemory(settings, { ...context, home }, call.simulate);
    const warnings = [...memory.warnings];
    const found = await answerRequest(call, memory, context.signal, warnings);
    const value = await readAnswer(call, memory, found);
    return { ok: true, value, simulated: memory.isSimulated, warnings };
  } catch (error) {
    if (error instanceof MemoryFault) return error.failure;
    throw error;
  }
}

/** Performs the request, and returns what was found. */
async function answerRequest(
  call: MemoryCall,
  memory: OpenMemory,
  signal: AbortSignal,
  warnings: OutcomeWarning[],
): Promise<readonly Recalled[]> {
  const { request, threadId, key } = call;
  const { settings, threads, vectors } = memory;
  const within = settings.semanticRecall.isOfThread ? threadId : null;
  const stamp = { key, at: new Date(call.at).toISOString() };
  switch (request.op) {
    case 'read':
      return [];
    case 'recall': {
      const { enabled, maxResults } = settings.semanticRecall;
      if (!enabled) return [];
      const { messages } = await threads.read(threadId, settings.lastMessages);
      const shown = new Set(messages.map(({ id }) => id));
      return recall(memory, { text: request.text, count: maxResults, within, leaveOut: shown });
    }
    case 'search':
      if (!settings.semanticRecall.enabled) {
        const message = `The memory “${settings.id}” keeps nothing to search: options.semanticRecall.enabled is false.`;
        warnings.push({ code: 'MEMORY_NOT_SEARCHED', message });
        return [];
      }
      return recall(memory, { text: request.text, count: request.maxResults, within, leaveOut: new Set() });
    case 'append': {
      const messages = request.messages.map(({ role, content }, index) => ({
        id: `${key}/${index}`,
        role,
        content,
        timestamp: stamp.at,
      }));
      await remember(memory, { threadId, ...stamp, messages }, signal);
      return [];
    }
    case 'work':
      throwIfAborted(signal);
      await threads.work(threadId, { ...stamp, text: request.text });
      return [];
    case 'clear':
      throwIfAborted(signal);
      if (await threads.has(threadId, key)) return [];
      // The messages are deleted first: vectors without a message are never found.
      await threads.clear(threadId, stamp);
      await vectors.removeThread(threadId);
      return [];
    default:
      return assertNever(request);
  }
}

async function readAnswer(call: MemoryCall, memory: OpenMemory, found: readonly Recalled[]): Promise<MemoryAnswer> {
  const { lastMessages } = memory.settings;
  const thread = await memory.threads.read(call.threadId, call.wholeThread ? null : lastMessages);
  const messages = thread.messages.map(toMessage);
  return {
    current_thread: {
      thread_id: call.threadId,
      messages: call.wholeThread ? messages : [],
      metadata: { created_at: thread.createdAt, updated_at: thread.updatedAt },
    },
    last_messages: messages.slice(Math.max(0, messages.length - lastMessages)),
    semantic_search: found.map(({ message, threadId, similarity }) => ({
      content: message.content,
      similarity,
      timestamp: message.timestamp,
      metadata: { thread_id: threadId, role: message.role },
    })),
    working_memory: thread.workingMemory,
  };
}

function toMessage({ role, content, timestamp }: KeptMessage): MemoryAnswer['last_messages'][number] {
  return { role, content, timestamp };
}
