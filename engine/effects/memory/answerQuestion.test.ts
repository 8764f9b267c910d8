import { expect, test } from 'vitest';
import type { Egress } from '../egress.ts';
import { answerQuestion } from './answerQuestion.ts';
import { createMemoryHome } from './MemoryHome.ts';
import { type OpenContext, openMemory } from './openMemory.ts';
import { readMemory } from './readMemory.ts';

const MEMORY = { id: 'support', vector: { use: 'core:in-memory', dimensions: 8, config: {} } };
const AT = '2026-01-01T00:00:00.000Z';

/** A memory with a message in each of these threads. */
async function remember(...threadIds: readonly string[]): Promise<OpenContext> {
  const context: OpenContext = {
    home: createMemoryHome(),
    egress: {} as Egress, // Nothing here reaches out.
    signal: new AbortController().signal,
  };
  const { threads } = await openMemory(readMemory(MEMORY), context, false);
  for (const id of threadIds)
    await threads.append(id, { key: id, at: AT, messages: [{ id, role: 'user', content: `of ${id}`, timestamp: AT }] });
  return context;
}

async function threadsOf(context: OpenContext): Promise<unknown> {
  return answerQuestion({ op: 'threads', memory: MEMORY }, context);
}

test('a thread that is cleared is gone, and the others stay, until all is cleared', async () => {
  const context = await remember('monday', 'tuesday', 'friday');
  await answerQuestion({ op: 'clear', memory: MEMORY, threadId: 'monday' }, context);
  expect(await threadsOf(context)).toMatchObject([{ threadId: 'tuesday' }, { threadId: 'friday' }]);
  await answerQuestion({ op: 'clear', memory: MEMORY, threadId: null }, context);
  expect(await threadsOf(context)).toEqual([]);
});

test('an export has every thread with its messages', async () => {
  const context = await remember('monday');
  expect(await answerQuestion({ op: 'export', memory: MEMORY }, context)).toMatchObject({
    format: 'signalbox-memory',
    id: 'support',
    threads: [{ threadId: 'monday', messages: [{ role: 'user', content: 'of monday' }] }],
  });
});
