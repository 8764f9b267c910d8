import type { JsonObject } from '../../base/index.ts';
import type { MemoryAnswer } from '../../run/index.ts';
import type { ThreadSummary } from './ThreadStore.ts';

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
