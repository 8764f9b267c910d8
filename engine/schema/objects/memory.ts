import { EMBEDDERS, MEMORY_DEFAULTS, STORAGES, VECTOR_STORES } from '../../tools/index.ts';
import type { FormatSchema } from '../FormatSchema.ts';
import { boolean, choice, extension, id, integer, openMap, ref, secret, text } from './fields.ts';
import { reference } from './reference.ts';

/** `memory`: the conversation memory of a workflow or of one agent. */
export const memory: FormatSchema = {
  title: 'Memory',
  description:
    'Conversation memory: what agents remember of earlier messages. Read as `{{ memory.<id>.last_messages }}`, `.current_thread` and `.semantic_search`.',
  type: 'object',
  properties: {
    id: id('Unique name of the memory. The same id twice means the same store and must be equal.', {
      examples: ['support'],
    }),
    storage: ref('storage'),
    vector: ref('vector'),
    embedder: ref('embedder'),
    options: ref('memoryOptions'),
  },
  required: ['id', 'vector'],
};

/** `memory.storage`: where messages are kept. */
export const storage: FormatSchema = {
  title: 'Storage',
  description: 'Where messages are kept. Without it they are kept in memory and are gone when the page is closed.',
  type: 'object',
  properties: {
    use: ref('reference', { examples: Object.keys(STORAGES) }),
    config: openMap('Settings of the storage. Keys that it does not read are kept.', {
      properties: {
        url: text('Connection URL.', { examples: ['https://example.upstash.io'] }),
        token: secret('Authentication token. Supply it from a variable.', ['{{ env.STORAGE_TOKEN }}']),
        path: text('File path, for file-based databases.', { examples: ['./memory.db'] }),
      },
    }),
  },
  required: ['use', 'config'],
};

/** `memory.vector`: the store for semantic search. */
export const vector: FormatSchema = {
  title: 'Vector store',
  description: 'Where embeddings are kept for semantic search.',
  type: 'object',
  properties: {
    use: ref('reference', { examples: Object.keys(VECTOR_STORES) }),
    dimensions: integer('Vector dimensions of the embeddings. It must be what the embedder makes.', {
      minimum: 1,
      maximum: 65536,
      examples: [384, 1536],
    }),
    config: openMap('Settings of the vector store. Keys that it does not read are kept.', {
      properties: {
        url: text('Connection URL.', { examples: ['http://localhost:8000'] }),
        apiKey: secret('API key of a managed service. Supply it from a variable.', ['{{ env.VECTOR_API_KEY }}']),
        path: text('Local path, for file-based stores.', { examples: ['./vectors'] }),
      },
    }),
  },
  required: ['use', 'dimensions', 'config'],
};

const [BUILT_IN, ...PROVIDERS] = Object.keys(EMBEDDERS).map((name) => `\`${name}\``);

/** `memory.embedder`: what turns text into vectors. */
export const embedder: FormatSchema = {
  title: 'Embedder',
  description: `What turns text into vectors for semantic search. Without it the built-in \`${MEMORY_DEFAULTS.embedder}\` is used.`,
  type: 'object',
  properties: {
    use: {
      ...reference,
      description: `What makes the vectors: ${BUILT_IN}, or a provider: ${PROVIDERS.join(', ')}.`,
      pattern: '^\\s*(?:[^\\s:]+:[^\\s]+|[^\\s:]+/[^\\s/]+|[\\w-]+)\\s*$',
      patternErrorMessage: 'This names no embedder. Write core:local, or a provider, such as openai.',
      examples: ['core:local', 'openai'],
    },
    config: openMap('Settings of the embedder. Keys that it does not read are kept.', {
      properties: {
        url: text('Address of the API, for `openai-compatible` and servers of your own.', {
          examples: ['http://localhost:11434'],
        }),
        model: text('Model that makes the vectors, by its name there.', { examples: ['text-embedding-3-small'] }),
        apiKey: secret('API key of a hosted service. Supply it from a variable.', ['{{ env.EMBEDDER_API_KEY }}']),
        project: text('Project id, for cloud services.', { examples: ['my-project'] }),
      },
    }),
  },
  required: ['use', 'config'],
};

/** `memory.options`: how the memory behaves. */
export const memoryOptions: FormatSchema = {
  title: 'Memory options',
  description: 'How much of the past an agent sees, and how it is recalled.',
  type: 'object',
  properties: {
    lastMessages: integer('How many recent messages are part of the context, oldest first.', {
      minimum: 0,
      default: 10,
    }),
    semanticRecall: {
      title: 'Semantic recall',
      description: 'Search of earlier messages by meaning.',
      type: 'object',
      properties: {
        enabled: boolean('Whether earlier messages are searched.', { default: true }),
        maxResults: integer('The most results a search gives.', { minimum: 0, default: 5 }),
        scope: extension(choice('Which threads are searched.', ['all', 'thread'], { default: 'all' })),
      },
    },
    workingMemory: {
      title: 'Working memory',
      description: 'A small note the agent keeps about the conversation and rewrites itself.',
      type: 'object',
      properties: {
        enabled: boolean('Whether the agent keeps a working memory.', { default: false }),
        template: text('XML template of the note. It must stay well-formed.', {
          examples: ['<user><name/><facts/><goals/></user>'],
          'x-kind': 'code',
        }),
      },
    },
  },
};
