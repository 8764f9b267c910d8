import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { parseReference, toReference } from '../../model/index.ts';
import { MEMORY_DEFAULTS } from '../../tools/index.ts';
import { misconfigured } from './MemoryFault.ts';

/** What `use` of a storage, a vector store or an embedder refers to. */
export interface PartSettings {
  /** Without its version: `core:local`. A provider may be alone: `openai`. */
  readonly use: string;
  readonly config: JsonObject;
}

/** The seed's memory object, read whole: every default filled in. */
export interface MemorySettings {
  readonly id: string;
  readonly storage: PartSettings;
  readonly vector: PartSettings;
  readonly dimensions: number;
  readonly embedder: PartSettings;
  readonly lastMessages: number;
  /** `isOfThread`: only the thread of a call is searched, and no other. */
  readonly semanticRecall: { readonly enabled: boolean; readonly maxResults: number; readonly isOfThread: boolean };
  readonly workingMemory: { readonly enabled: boolean; readonly template: string };
}

/** The template of a working memory that has none (format.md section 9). */
export const WORKING_MEMORY_TEMPLATE = '<user><name/><facts/><goals/></user>';

const DEFAULT_LAST_MESSAGES = 10;
const DEFAULT_MAX_RESULTS = 5;

/** The most dimensions a vector may have: more than any model makes. */
const MOST_DIMENSIONS = 65_536;

/** Reads a memory object, templates resolved. Throws a CONFIGURATION_ERROR that names what is wrong and where. */
export function readMemory(memory: JsonObject): MemorySettings {
  const id = memory['id'];
  if (typeof id !== 'string' || id === '') {
    throw misconfigured('id', 'The memory has no id. Write an id that names it, such as id: support.');
  }
  const vector = memory['vector'];
  if (!isJsonObject(vector)) {
    throw misconfigured('vector', `The memory “${id}” has no vector. Write vector: { use, dimensions, config }.`);
  }
  const options = objectAt(memory, 'options', id);
  const recall = objectAt(options, 'semanticRecall', id);
  const working = objectAt(options, 'workingMemory', id);
  return {
    id,
    storage: readPart(memory['storage'], { id, part: 'storage', fallback: MEMORY_DEFAULTS.storage }),
    vector: readPart(vector, { id, part: 'vector', fallback: null }),
    dimensions: readDimensions(vector['dimensions'], id),
    embedder: readPart(memory['embedder'], { id, part: 'embedder', fallback: MEMORY_DEFAULTS.embedder }),
    lastMessages: readCount(options['lastMessages'], { id, name: 'lastMessages', fallback: DEFAULT_LAST_MESSAGES }),
    semanticRecall: {
      enabled: readSwitch(recall['enabled'], { id, name: 'semanticRecall.enabled', fallback: true }),
      maxResults: readCount(recall['maxResults'], {
        id,
        name: 'semanticRecall.maxResults',
        fallback: DEFAULT_MAX_RESULTS,
      }),
      isOfThread: readScope(recall['scope'], id) === 'thread',
    },
    workingMemory: {
      enabled: readSwitch(working['enabled'], { id, name: 'workingMemory.enabled', fallback: false }),
      template: typeof working['template'] === 'string' ? working['template'] : WORKING_MEMORY_TEMPLATE,
    },
  };
}

interface PartPlace {
  readonly id: string;
  readonly part: string;
  readonly fallback: string | null;
}

function readPart(value: Json | undefined, { id, part, fallback }: PartPlace): PartSettings {
  if ((value === undefined || value === null) && fallback !== null) return { use: fallback, config: {} };
  const use = isJsonObject(value) ? readUse(value['use']) : null;
  if (use === null || !isJsonObject(value)) {
    throw misconfigured('use', `memory.${part} of “${id}” has no use. Write one, such as use: core:in-memory.`, {
      part,
    });
  }
  const config = value['config'];
  return { use, config: isJsonObject(config) ? config : {} };
}

/** All backends here have one version: a reference means the same with any. */
function readUse(use: Json | undefined): string | null {
  if (typeof use === 'string') {
    const reference = parseReference(use);
    if (reference !== null) return `${reference.repo}:${reference.package}`;
    return /^[\w-]+$/.test(use.trim()) ? use.trim() : null;
  }
  if (!isJsonObject(use)) return null;
  const { repo, package: name } = use;
  const reference = typeof repo === 'string' && typeof name === 'string' ? toReference(repo, name, null) : null;
  return reference?.text ?? null;
}

function readDimensions(value: Json | undefined, id: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_DIMENSIONS) return value;
  throw misconfigured(
    'dimensions',
    `vector.dimensions of the memory “${id}” is ${JSON.stringify(value ?? null)}. Write a whole number from 1 to ${MOST_DIMENSIONS}: as many as the embedder makes, such as 384.`,
  );
}

interface OptionPlace<T> {
  readonly id: string;
  readonly name: string;
  readonly fallback: T;
}

function readCount(value: Json | undefined, { id, name, fallback }: OptionPlace<number>): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw misconfigured(
    'options',
    `options.${name} of the memory “${id}” is ${JSON.stringify(value)}. Write a whole number, 0 or more.`,
  );
}

function readSwitch(value: Json | undefined, { id, name, fallback }: OptionPlace<boolean>): boolean {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'boolean') return value;
  throw misconfigured(
    'options',
    `options.${name} of the memory “${id}” is ${JSON.stringify(value)}, not true or false.`,
  );
}

/** A word that is none keeps nothing to one thread: it is refused. */
function readScope(value: Json | undefined, id: string): Json {
  if (value === undefined || value === null || value === 'all' || value === 'thread') return value ?? 'all';
  throw misconfigured(
    'options',
    `options.semanticRecall.scope of the memory “${id}” is ${JSON.stringify(value)}. Write all or thread.`,
  );
}

function objectAt(parent: JsonObject, name: string, id: string): JsonObject {
  const value = parent[name];
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw misconfigured('options', `${name} of the memory “${id}” is not an object of settings.`);
}
