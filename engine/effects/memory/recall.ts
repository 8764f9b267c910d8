import { throwIfAborted, wrongDimensions } from './MemoryFault.ts';
import type { OpenMemory } from './openMemory.ts';
import { normalize } from './scanVectors.ts';
import type { EmbedPurpose, KeptMessage, ThreadWrite } from './stores.ts';

/** A message that is like what was searched for; `similarity` is in [0, 1]. */
export interface Recalled {
  readonly threadId: string;
  readonly message: KeptMessage;
  readonly similarity: number;
}

/** What is looked for, how many, in which thread alone (null: in all), and which messages (by id) not to answer with. */
export interface RecallQuery {
  readonly within: string | null;
  readonly text: string;
  readonly count: number;
  readonly leaveOut: ReadonlySet<string>;
}

/** How often a search is made wider when vectors without a message were among what it found. */
const WIDER = 4;

/**
 * The messages that are most like a text, best first. A vector without a message, as a write that failed in
 * the middle or another process leaves it, is none: the search is made wider instead.
 */
export async function recall(
  memory: OpenMemory,
  { text, count, within, leaveOut }: RecallQuery,
): Promise<readonly Recalled[]> {
  if (count === 0 || text.trim() === '') return [];
  const [query] = await embedAll(memory, [text], 'find');
  if (query === undefined) return [];
  let size = count + leaveOut.size;
  for (let round = 0; ; round += 1) {
    const hits = await memory.vectors.search(query, size, within);
    const wanted = hits.filter(({ id }) => !leaveOut.has(id));
    const messages = await memory.threads.find(wanted);
    const found = wanted.flatMap(({ threadId, similarity }, index): readonly Recalled[] => {
      const message = messages[index];
      // The cosine of texts that have nothing in common may lie below 0.
      if (message === undefined || message === null) return [];
      return [{ threadId, message, similarity: Math.min(1, Math.max(0, similarity)) }];
    });
    if (found.length >= count || hits.length < size || round === WIDER) return found.slice(0, count);
    size *= 4;
  }
}

/** What an append writes, and where. */
export interface Append extends ThreadWrite {
  readonly threadId: string;
  readonly messages: readonly KeptMessage[];
}

/**
 * Keeps messages and what finds them, once for each key. The vectors are written first and the messages are what counts:
 * whatever fails in between, no message is there, none is found, and the same call again completes it.
 */
export async function remember(
  memory: OpenMemory,
  { threadId, key, at, messages }: Append,
  signal: AbortSignal,
): Promise<void> {
  const { threads, vectors, settings } = memory;
  if (messages.length === 0 || (await threads.has(threadId, key))) return;
  const said = settings.semanticRecall.enabled ? messages.filter(({ content }) => content.trim() !== '') : [];
  if (said.length > 0) {
    const made = await embedAll(
      memory,
      said.map(({ content }) => content),
      'keep',
    );
    throwIfAborted(signal);
    await vectors.put(said.flatMap(({ id }, index) => (made[index] ? [{ id, threadId, vector: made[index] }] : [])));
  }
  throwIfAborted(signal);
  await threads.append(threadId, { key, at, messages });
}

async function embedAll(
  { embed, settings }: OpenMemory,
  texts: readonly string[],
  purpose: EmbedPurpose,
): Promise<readonly Float32Array[]> {
  const made = await embed(texts, purpose);
  return made.map((vector) => {
    if (vector.length !== settings.dimensions) {
      const what = `What the embedder ${settings.embedder.use} makes`;
      const remedy = `Set vector.dimensions to ${vector.length}, or take a model that makes ${settings.dimensions}.`;
      throw wrongDimensions(what, vector.length, settings.dimensions, remedy);
    }
    return normalize(vector);
  });
}
