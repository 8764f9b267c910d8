import { assertNever } from '../../base/index.ts';
import { uniqueText } from '../uniqueText.ts';
import { listMemories } from './listMemories.ts';
import type { MemoryAnswers, MemoryQuestion, ThreadContent } from './MemoryQuestion.ts';
import { type OpenContext, type OpenMemory, openMemory } from './openMemory.ts';
import { readMemory } from './readMemory.ts';
import { recall } from './recall.ts';

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
