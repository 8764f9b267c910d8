import { createEgress } from '../../engine/effects/egress.ts';
import { createMemoryHome, type MemoryHome } from '../../engine/effects/memory/MemoryHome.ts';
import { performMemory } from '../../engine/effects/memory/performMemory.ts';
import { Exposure } from '../../engine/effects/ports.ts';
import type { MemoryRequest, Outcome } from '../../engine/run/index.ts';
import { time } from './time.ts';

const PART = { use: 'core:indexeddb', config: { path: 'bench' } };
const MEMORY = { id: 'bench', storage: PART, vector: { ...PART, dimensions: 384 } };

/** How many messages one call adds. */
const AT_ONCE = 500;

const WORDS = 'invoice kitchen violet railway signal harbour garden letter answer morning paper window river'.split(
  ' ',
);

const egress = createEgress({
  baseUrl: '',
  reveal: () => undefined,
  authorize: null,
  exposure: new Exposure(),
  onSend: () => undefined,
  fetch,
});
let calls = 0;

async function ask(home: MemoryHome, threadId: string, request: MemoryRequest): Promise<Outcome> {
  calls += 1;
  const outcome = await performMemory(
    {
      type: 'memory.call',
      key: `bench/${calls}`,
      taskId: 'bench',
      env: {},
      simulate: false,
      seed: 1,
      memory: MEMORY,
      threadId,
      at: calls,
      wholeThread: false,
      request,
    },
    { signal: new AbortController().signal, egress, home },
  );
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

function openHome(): MemoryHome {
  return createMemoryHome({ indexedDb: indexedDB });
}

/** So many messages of a dozen words, in threads of 500. */
export async function fillMemory(messages: number): Promise<Record<string, number[]>> {
  const home = openHome();
  for (let from = 0; from < messages; from += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, (_each, n) => makeText(from + n));
    const entries = texts.map((content) => ({ role: 'user' as const, content }));
    await ask(home, `thread-${from / AT_ONCE}`, { op: 'append', messages: entries });
  }
  return {};
}

function makeText(n: number): string {
  const words = Array.from({ length: 12 }, (_each, i) => WORDS[(n * (i + 3) + (n >> i)) % WORDS.length]);
  return `${words.join(' ')} ${n}`;
}

let warm: MemoryHome | null = null;

/** Recall, as a worker that has just started does it (nothing read yet), or one that did it before. */
export async function measureRecall({
  turns,
  isCold,
}: {
  readonly turns: number;
  readonly isCold: boolean;
}): Promise<Record<string, number[]>> {
  const recall: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    warm = isCold || warm === null ? openHome() : warm;
    const home = warm;
    recall.push(await time(() => ask(home, 'thread-3', { op: 'recall', text: `the kitchen window ${turn}` })));
  }
  return { recall };
}
