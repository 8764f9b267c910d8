import type { JsonObject } from '../../base/index.ts';
import type { OutcomeWarning } from '../../run/index.ts';
import {
  EMBEDDERS,
  type EmbedderBackend,
  MEMORY_BACKENDS,
  type MemoryPart,
  type STORAGES,
  type VECTOR_STORES,
} from '../../tools/index.ts';
import type { Egress } from '../egress.ts';
import { fail } from '../outcome.ts';
import { createHostedEmbedder, EMBEDDING_SERVICES, type EmbeddingService } from './embedders/hostedEmbedders.ts';
import { createLocalEmbedder } from './embedders/localEmbedder.ts';
import { createIndexedDbThreads } from './indexeddb/indexedDbThreads.ts';
import { createIndexedDbVectors } from './indexeddb/indexedDbVectors.ts';
import { DATABASE_NAME, MemoryDatabase } from './indexeddb/MemoryDatabase.ts';
import { type KeptPlace, openThreads, openVectors, SIMULATED } from './inmemory/openInMemory.ts';
import { MemoryFault, misconfigured } from './MemoryFault.ts';
import type { MemoryHome } from './MemoryHome.ts';
import type { MemorySettings, PartSettings } from './readMemory.ts';
import type { JsonServer } from './remote/callJson.ts';
import { createChromaVectors } from './remote/chromaVectors.ts';
import { createRedisThreads } from './remote/redisThreads.ts';
import type { Embedder, ThreadStore, VectorStore } from './stores.ts';

/** A memory whose parts are open. */
export interface OpenMemory {
  readonly settings: MemorySettings;
  readonly threads: ThreadStore;
  readonly vectors: VectorStore;
  readonly embed: Embedder;
  /** True: a local backend replaces the one it names, as the run is simulated. */
  readonly isSimulated: boolean;
  readonly warnings: readonly OutcomeWarning[];
}

/** What opening a memory needs. */
export interface OpenContext {
  readonly home: MemoryHome;
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

/** One part of a memory, as its backend opens it. */
interface OpenPart {
  readonly kind: MemoryPart;
  readonly settings: MemorySettings;
  readonly context: OpenContext;
  readonly warn: (code: string, message: string) => void;
}

/** Opens what a part names in `use`. */
type Open<T> = (part: OpenPart) => Promise<T> | T;

const OPEN_STORAGE = {
  'core:in-memory': ({ settings, context }) => openThreads(context.home, settings.id),
  'core:indexeddb': (part) => {
    const database = findDatabase(part);
    const { id } = part.settings;
    return database === null ? openThreads(part.context.home, id, placeOf(part)) : createIndexedDbThreads(database, id);
  },
  'upstash:redis': (part) => {
    const token = textAt(part.settings.storage.config, 'token');
    return createRedisThreads(serverOf(part, '', [['authorization', `Bearer ${token}`]]), part.settings.id);
  },
} satisfies Readonly<Record<keyof typeof STORAGES, Open<ThreadStore>>>;

const OPEN_VECTORS = {
  'core:in-memory': ({ settings, context }) => openVectors(context.home, settings),
  'core:indexeddb': (part) => {
    const database = findDatabase(part);
    const { id, dimensions } = part.settings;
    return database === null
      ? openVectors(part.context.home, part.settings, placeOf(part))
      : createIndexedDbVectors(database, { memory: id, dimensions });
  },
  'chroma:http': (part) => {
    const key = textAt(part.settings.vector.config, 'apiKey');
    const { id, dimensions } = part.settings;
    const server = serverOf(part, '', key === '' ? [] : [['x-chroma-token', key]]);
    return createChromaVectors(server, { memory: id, dimensions });
  },
} satisfies Readonly<Record<keyof typeof VECTOR_STORES, Open<VectorStore>>>;

const OPEN_EMBEDDER = {
  'core:local': ({ settings }) => createLocalEmbedder(settings.dimensions),
  openai: hosted('openai'),
  google: hosted('google'),
  mistral: hosted('mistral'),
  cohere: hosted('cohere'),
  ollama: hosted('ollama'),
  'openai-compatible': hosted('openai-compatible'),
} satisfies Readonly<Record<keyof typeof EMBEDDERS, Open<Embedder>>>;

function hosted(name: keyof typeof EMBEDDING_SERVICES): Open<Embedder> {
  const service: EmbeddingService = EMBEDDING_SERVICES[name];
  const { url, model: fallback }: EmbedderBackend = EMBEDDERS[name];
  return (part) => {
    const { config } = part.settings.embedder;
    const model = textAt(config, 'model') || (fallback ?? '');
    const headers = service.headers(textAt(config, 'apiKey'), textAt(config, 'project'));
    return createHostedEmbedder(service, serverOf(part, url ?? '', headers), {
      model,
      dimensions: part.settings.dimensions,
    });
  };
}

/** Opens what a memory names. Rejects with a REFERENCE_ERROR for a backend that is not here, a CONFIGURATION_ERROR for a key that is missing. */
export async function openMemory(
  settings: MemorySettings,
  context: OpenContext,
  simulate: boolean,
): Promise<OpenMemory> {
  const isSimulated = simulate && [settings.storage, settings.vector, settings.embedder].some(isForeign);
  const warnings: OutcomeWarning[] = [];
  const warn = (code: string, message: string): void => void warnings.push({ code, message });
  const part = (kind: MemoryPart): OpenPart => ({ kind, settings, context, warn });
  if (isSimulated) {
    return {
      settings,
      threads: await openThreads(context.home, settings.id, SIMULATED),
      vectors: await openVectors(context.home, settings, SIMULATED),
      embed: createLocalEmbedder(settings.dimensions),
      isSimulated,
      warnings,
    };
  }
  return {
    settings,
    threads: await openPart(OPEN_STORAGE, part('storage')),
    vectors: await openPart(OPEN_VECTORS, part('vector')),
    embed: await openPart(OPEN_EMBEDDER, part('embedder')),
    isSimulated,
    warnings,
  };
}

/** Whether a part is something outside of Signalbox. */
function isForeign({ use }: PartSettings): boolean {
  return !use.startsWith('core:');
}

async function openPart<T>(openers: Readonly<Record<string, Open<T>>>, part: OpenPart): Promise<T> {
  const { id } = part.settings;
  const { use, config } = part.settings[part.kind];
  const backends = MEMORY_BACKENDS[part.kind];
  const [backend, open] = Object.hasOwn(openers, use) ? [backends[use], openers[use]] : [];
  if (backend === undefined || open === undefined) {
    const available = Object.keys(backends);
    const message = `memory.${part.kind}.use of “${id}” is “${use}”, which does not exist. Available: ${available.join(', ')}.`;
    throw new MemoryFault(
      fail('REFERENCE_ERROR', message, { type: 'memory', reason: 'unresolved', part: part.kind, use, available }),
    );
  }
  const missing = backend.needs.find((key) => textAt(config, key) === '');
  if (missing !== undefined) {
    const message = `${use} needs ${part.kind}.config.${missing}, which the memory “${id}” does not set.`;
    throw misconfigured('missing', message, { part: part.kind, key: missing });
  }
  for (const key of Object.keys(config)) {
    if (backend.reads.includes(key)) continue;
    const reads = backend.reads.length === 0 ? 'none' : backend.reads.join(', ');
    part.warn(
      'MEMORY_KEY_NOT_READ',
      `${use} does not read ${part.kind}.config.${key} of the memory “${id}”. It reads: ${reads}.`,
    );
  }
  return open(part);
}

function serverOf(part: OpenPart, fallback: string, headers: JsonServer['headers']): JsonServer {
  const { settings, kind, context } = part;
  const { use, config } = settings[kind];
  return {
    who: `The ${kind === 'vector' ? 'vector store' : kind} ${use} of the memory “${settings.id}”`,
    url: textAt(config, 'url') || fallback,
    headers,
    egress: context.egress,
    signal: context.signal,
  };
}

/** The database a part names. Null where there is no IndexedDB: memory, or the state folder, is used instead. */
function findDatabase(part: OpenPart): MemoryDatabase | null {
  const { home } = part.context;
  const { indexedDb } = home;
  if (indexedDb === null) {
    if (home.folder === null) {
      const message = `There is no IndexedDB here: ${part.kind} of the memory “${part.settings.id}” is kept only until this process ends. On the command line, --state DIR keeps it.`;
      part.warn('MEMORY_NOT_KEPT', message);
    }
    return null;
  }
  const path = textAt(part.settings[part.kind].config, 'path');
  const name = path === '' ? DATABASE_NAME : `${DATABASE_NAME}-${path}`;
  const database = home.databases.get(name) ?? new MemoryDatabase(indexedDb, name, home.onEnd);
  home.databases.set(name, database);
  return database;
}

/** The fallback for what belongs in a database. */
function placeOf(part: OpenPart): KeptPlace {
  return { kind: `indexeddb/${textAt(part.settings[part.kind].config, 'path')}`, isLasting: true };
}

function textAt(config: JsonObject, key: string): string {
  const value = config[key];
  return typeof value === 'string' ? value.trim() : '';
}
