import { effectiveWorkflow, type ShownAnalysis } from '#engine';
import { MEMORY_DEFAULTS } from '#engine/model';
import { isJsonObject, type JsonObject, toJson } from '#engine/values';
import type { KeptMemory } from '#engine/worker';

/** A memory that can be looked at. */
export interface MemoryChoice {
  /** The id of a memory of the open file; of one that is only kept here its place too, which may hold the same id again. */
  readonly key: string;
  readonly id: string;
  /** Whose it is, or where. */
  readonly owner: string;
  /** As its file has it, templates and all. */
  readonly memory: JsonObject;
  /** Where its messages are: `storage.use` without a version. */
  readonly storage: string;
}

const DEFAULT_STORAGE = MEMORY_DEFAULTS.storage;

/**
 * The memories of a file (the workflow's, then those of its agents), then those that are only kept here. Two of one id in a
 * file are one store and written alike: they are listed once.
 */
export function listMemories(analysis: ShownAnalysis | null, kept: readonly KeptMemory[]): readonly MemoryChoice[] {
  const own = new Map<string, MemoryChoice>();
  for (const { id, memory, owner } of analysis === null ? [] : definedIn(analysis)) {
    if (!own.has(id)) own.set(id, { key: id, id, owner, memory, storage: storageOf(memory) });
  }
  const others = kept.flatMap(({ memory }): readonly MemoryChoice[] => {
    const storage = storageOf(memory);
    if (own.get(memory.id)?.storage === storage) return [];
    const owner = storage === DEFAULT_STORAGE ? 'in this tab' : 'in this browser';
    return [{ key: JSON.stringify([memory.id, memory['storage']]), id: memory.id, owner, memory, storage }];
  });
  return [...own.values(), ...others];
}

type Defined = Pick<MemoryChoice, 'id' | 'memory' | 'owner'>;

function definedIn(analysis: ShownAnalysis): readonly Defined[] {
  const { memory, agents } = effectiveWorkflow(analysis);
  const all = [
    { memory, owner: 'of this workflow' },
    ...agents.map((agent) => ({ memory: agent.memory, owner: `of the agent ${agent.id}` })),
  ];
  return all.flatMap(({ memory: defined, owner }): readonly Defined[] => {
    if (defined === null) return [];
    const data = toJson(defined.data);
    return isJsonObject(data) ? [{ id: defined.id, owner, memory: data }] : [];
  });
}

function storageOf({ storage }: JsonObject): string {
  const use = isJsonObject(storage) ? storage['use'] : null;
  return typeof use === 'string' ? use.trim().replace(/@.*$/, '') : DEFAULT_STORAGE;
}

/** How long messages are kept. */
export function describeStorage(storage: string): string {
  switch (storage) {
    case DEFAULT_STORAGE:
      return 'Kept in this tab until it is closed or reloaded. With core:indexeddb as its storage it stays on the device.';
    case 'core:indexeddb':
      return 'Kept in this browser, on this device.';
    default:
      return `Kept by ${storage}.`;
  }
}
