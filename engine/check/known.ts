/**
 * The parts of a memory, and what each may use: what rooms above this one bring along. A name that
 * is not listed is warned of, never refused: a run may be simulated, or made where there is more.
 */
export const MEMORY_BACKENDS = {
  storage: ['core:in-memory', 'core:indexeddb', 'upstash:redis'],
  vector: ['core:in-memory', 'core:indexeddb', 'chroma:http'],
  embedder: ['core:local', 'openai', 'google', 'mistral', 'cohere', 'ollama', 'openai-compatible'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** How many numbers an embedding model gives for a text: always so many, or so many at most. */
export const EMBEDDING_SIZES: ReadonlyMap<string, { readonly size: number; readonly isMost: boolean }> = new Map([
  ['text-embedding-3-small', { size: 1536, isMost: true }],
  ['text-embedding-3-large', { size: 3072, isMost: true }],
  ['text-embedding-ada-002', { size: 1536, isMost: false }],
  ['gemini-embedding-001', { size: 3072, isMost: true }],
  ['mistral-embed', { size: 1024, isMost: false }],
  ['embed-v4.0', { size: 1536, isMost: true }],
  ['embed-english-v3.0', { size: 1024, isMost: false }],
  ['embed-multilingual-v3.0', { size: 1024, isMost: false }],
  ['nomic-embed-text', { size: 768, isMost: false }],
  ['mxbai-embed-large', { size: 1024, isMost: false }],
  ['all-minilm', { size: 384, isMost: false }],
]);

/** The model a provider of embeddings is asked for where none is named. */
export const EMBEDDING_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['openai', 'text-embedding-3-small'],
  ['google', 'gemini-embedding-001'],
  ['mistral', 'mistral-embed'],
  ['cohere', 'embed-v4.0'],
  ['ollama', 'nomic-embed-text'],
]);
