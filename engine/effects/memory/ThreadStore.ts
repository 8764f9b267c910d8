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
