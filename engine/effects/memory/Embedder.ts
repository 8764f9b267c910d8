/** What a text is embedded for: some models make other vectors of a question than of what may answer it. */
export type EmbedPurpose = 'keep' | 'find';

/** Turns texts into vectors, one for each, in their order. Rejects with a `MemoryFault`. */
export type Embedder = (texts: readonly string[], purpose: EmbedPurpose) => Promise<readonly Float32Array[]>;
