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
