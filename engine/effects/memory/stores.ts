import type { MemoryMessage } from '../../run/index.ts';

/** A message as a store keeps it. `id` is made of the key of the call that wrote it. */
export interface KeptMessage {
  readonly id: string;
  readonly role: MemoryMessage['role'];
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The state of a thread. One that was never written, or was cleared, is empty. */
export interface KeptThread {
  /** The last ones, oldest first, as many as were asked for. */
  readonly messages: readonly KeptMessage[];
  /** ISO 8601; null for a thread that does not exist. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly workingMemory: string | null;
}

/** A thread in a list. */
export interface ThreadSummary {
  readonly threadId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messageCount: number;
}

/** Where one message is. */
export interface MessagePlace {
  readonly threadId: string;
  readonly id: string;
}

/** One write of a call. `at` is ISO 8601. */
export interface ThreadWrite {
  readonly key: string;
  readonly at: string;
}

/**
 * Keeps the threads of one memory. A write is whole or not at all, and once it is made, the same `key` on the same thread
 * changes nothing more. Every method rejects with a `MemoryFault`.
 */
export interface ThreadStore {
  /** `count` null: all messages. */
  readonly read: (threadId: string, count: number | null) => Promise<KeptThread>;
  /** In the order of the places; null where no message is (any more). */
  readonly find: (places: readonly MessagePlace[]) => Promise<readonly (KeptMessage | null)[]>;
  /** Whether a write with this key was made. */
  readonly has: (threadId: string, key: string) => Promise<boolean>;
  readonly append: (
    threadId: string,
    write: ThreadWrite & { readonly messages: readonly KeptMessage[] },
  ) => Promise<void>;
  /** Replaces the working memory. */
  readonly work: (threadId: string, write: ThreadWrite & { readonly text: string }) => Promise<void>;
  /** Empties the thread: messages and working memory. */
  readonly clear: (threadId: string, write: ThreadWrite) => Promise<void>;
  /** Newest first. */
  readonly list: () => Promise<readonly ThreadSummary[]>;
  /** Deletes everything, keys of writes too. */
  readonly removeAll: () => Promise<void>;
}

/** A vector of one message: `id` is the message's. */
export interface KeptVector {
  readonly id: string;
  readonly threadId: string;
  /** Of length 1, or all zeros. */
  readonly vector: Float32Array;
}

/** A message that is like what was searched for. `similarity` is the cosine, from -1 to 1. */
export interface VectorHit {
  readonly id: string;
  readonly threadId: string;
  readonly similarity: number;
}

/**
 * Keeps the vectors of one memory, all of the same dimensions: a store of other ones is refused with a CONFIGURATION_ERROR.
 * Every method rejects with a `MemoryFault`.
 */
export interface VectorStore {
  /** Adds vectors; one whose `id` exists is replaced. */
  readonly put: (vectors: readonly KeptVector[]) => Promise<void>;
  /** At most `count`, best first; of equal ones the one that was put first. @param within the only thread that is searched; null: all */
  readonly search: (query: Float32Array, count: number, within: string | null) => Promise<readonly VectorHit[]>;
  readonly removeThread: (threadId: string) => Promise<void>;
  /** Deletes everything, the dimensions too. */
  readonly removeAll: () => Promise<void>;
}

/** What a text is embedded for: some models make other vectors of a question than of what may answer it. */
export type EmbedPurpose = 'keep' | 'find';

/** Turns texts into vectors, one for each, in their order. Rejects with a `MemoryFault`. */
export type Embedder = (texts: readonly string[], purpose: EmbedPurpose) => Promise<readonly Float32Array[]>;
