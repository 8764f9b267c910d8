/** What a part of a memory may use: a store, or what makes vectors. */
export interface MemoryBackend {
  /** What it is, in a few words without a full stop. */
  readonly summary: string;
  /** Keys of `config` that it reads; each other one is warned of. */
  readonly reads: readonly string[];
  /** Those of them without which it cannot be opened. */
  readonly needs: readonly string[];
}

/** What makes vectors, and the model it makes them with. */
export interface EmbedderBackend extends MemoryBackend {
  /** Its address where `config.url` has none; null: there is none. */
  readonly url: string | null;
  /** Its model where `config.model` has none; null: there is none. */
  readonly model: string | null;
  /** How many numbers its models give for a text, as far as they are known. */
  readonly sizes: Readonly<Record<string, EmbeddingSize>>;
}

/** How many numbers a model gives for a text: always so many, or so many at most. */
export interface EmbeddingSize {
  readonly size: number;
  readonly isMost: boolean;
}

const IN_MEMORY = { summary: 'Kept on this device, as long as the page is open', reads: [], needs: [] } as const;
const IN_BROWSER = { summary: 'Kept in this browser, until it is cleared', reads: ['path'], needs: [] } as const;

/** What keeps the messages of a memory, by `storage.use` (format.md section 9). */
export const STORAGES = {
  'core:in-memory': IN_MEMORY,
  'core:indexeddb': IN_BROWSER,
  'upstash:redis': {
    summary: 'Kept in a Redis of Upstash, over HTTP',
    reads: ['url', 'token'],
    needs: ['url', 'token'],
  },
} as const satisfies Readonly<Record<string, MemoryBackend>>;

/** What keeps its vectors, by `vector.use`. */
export const VECTOR_STORES = {
  'core:in-memory': IN_MEMORY,
  'core:indexeddb': IN_BROWSER,
  'chroma:http': { summary: 'Kept in a Chroma server', reads: ['url', 'apiKey'], needs: ['url'] },
} as const satisfies Readonly<Record<string, MemoryBackend>>;

const most = (size: number): EmbeddingSize => ({ size, isMost: true });
const always = (size: number): EmbeddingSize => ({ size, isMost: false });

/** What makes its vectors, by `embedder.use`. */
export const EMBEDDERS = {
  'core:local': {
    summary: 'Makes the vectors on this device, without a service: finds the same words and forms of them, not meaning',
    reads: [],
    needs: [],
    url: null,
    model: null,
    sizes: {},
  },
  openai: {
    summary: 'Embeddings of OpenAI',
    reads: ['model', 'apiKey', 'project', 'url'],
    needs: ['apiKey'],
    url: 'https://api.openai.com/v1',
    model: 'text-embedding-3-small',
    sizes: {
      'text-embedding-3-small': most(1536),
      'text-embedding-3-large': most(3072),
      'text-embedding-ada-002': always(1536),
    },
  },
  google: {
    summary: 'Embeddings of Google',
    reads: ['model', 'apiKey', 'project', 'url'],
    needs: ['apiKey'],
    url: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-embedding-001',
    sizes: { 'gemini-embedding-001': most(3072) },
  },
  mistral: {
    summary: 'Embeddings of Mistral',
    reads: ['model', 'apiKey', 'url'],
    needs: ['apiKey'],
    url: 'https://api.mistral.ai/v1',
    model: 'mistral-embed',
    sizes: { 'mistral-embed': always(1024) },
  },
  cohere: {
    summary: 'Embeddings of Cohere',
    reads: ['model', 'apiKey', 'url'],
    needs: ['apiKey'],
    url: 'https://api.cohere.com',
    model: 'embed-v4.0',
    sizes: {
      'embed-v4.0': most(1536),
      'embed-english-v3.0': always(1024),
      'embed-multilingual-v3.0': always(1024),
    },
  },
  ollama: {
    summary: 'Embeddings of a model that Ollama runs',
    reads: ['model', 'url', 'apiKey'],
    needs: [],
    url: 'http://localhost:11434',
    model: 'nomic-embed-text',
    sizes: { 'nomic-embed-text': always(768), 'mxbai-embed-large': always(1024), 'all-minilm': always(384) },
  },
  'openai-compatible': {
    summary: 'Any server that makes vectors as OpenAI does',
    reads: ['model', 'url', 'apiKey'],
    needs: ['url', 'model'],
    url: null,
    model: null,
    sizes: {},
  },
} as const satisfies Readonly<Record<string, EmbedderBackend>>;

/** The parts of a memory, and what each may use, in the order a list shows them. */
export const MEMORY_BACKENDS: Readonly<Record<MemoryPart, Readonly<Record<string, MemoryBackend>>>> = {
  storage: STORAGES,
  vector: VECTOR_STORES,
  embedder: EMBEDDERS,
};

/** A part of a memory that a backend implements. */
export type MemoryPart = 'storage' | 'vector' | 'embedder';

/** What a part uses that is not written, and what a new one starts with. */
export const MEMORY_DEFAULTS = {
  storage: 'core:in-memory',
  vector: 'core:in-memory',
  embedder: 'core:local',
} as const satisfies {
  readonly storage: keyof typeof STORAGES;
  readonly vector: keyof typeof VECTOR_STORES;
  readonly embedder: keyof typeof EMBEDDERS;
};

const embedders: Readonly<Record<string, EmbedderBackend>> = EMBEDDERS;

/** The model an embedder is asked for where none is named; null where it has none, or there is no such embedder. */
export function defaultEmbeddingModel(embedder: string): string | null {
  return Object.hasOwn(embedders, embedder) ? (embedders[embedder]?.model ?? null) : null;
}

/** How many numbers a model gives, whichever server runs it; undefined where that is not known. */
export function embeddingSizeOf(model: string): EmbeddingSize | undefined {
  return Object.values(embedders).find(({ sizes }) => Object.hasOwn(sizes, model))?.sizes[model];
}
