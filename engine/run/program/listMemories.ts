import { equalJson, toJson } from '../../base/index.ts';
import { type CompileOptions, compileData, type ExpressionReference, referencesOf } from '../../expression/index.ts';
import type { Agent, Memory, Workflow } from '../../model/index.ts';

/** A memory, and the agent that declares it; null for one of the workflow. */
export interface OwnedMemory {
  readonly memory: Memory;
  readonly agent: Agent | null;
}

/** Every memory as it is written, the workflow's first. */
export function listMemories({ memory, agents }: Workflow): readonly OwnedMemory[] {
  const owned = agents.flatMap((agent) => (agent.memory === null ? [] : [{ memory: agent.memory, agent }]));
  return memory === null ? owned : [{ memory, agent: null }, ...owned];
}

/** The ids of all memories, each once. */
export function memoryIds(workflow: Workflow): readonly string[] {
  return [...new Set(listMemories(workflow).map(({ memory }) => memory.id))];
}

/** Whether all memories of one id are written alike: they mean one store (format.md 9). */
export function areAlike(memories: readonly OwnedMemory[]): boolean {
  const [first, ...rest] = memories.map(({ memory }) => toJson(memory.data));
  return first === undefined || rest.every((data) => equalJson(first, data));
}

/** Which memories a workflow's expressions read, by id, and whether they read the whole thread. */
export type MemoryReads = ReadonlyMap<string, { readonly wholeThread: boolean }>;

/** Fields that may be a bare expression (format.md 8). */
const BARE: ReadonlySet<string> = new Set(['condition', 'items', 'filter']);

/**
 * What expressions read of `memory`, found once before the run. Of a computed id every memory counts. A text that only
 * looks as if it read one may be counted too: that costs one more reading of the memory, and nothing else.
 */
export function findMemoryReads(workflow: Workflow): MemoryReads {
  const ids = new Set(listMemories(workflow).map(({ memory }) => memory.id));
  const reads = new Map<string, { wholeThread: boolean }>();
  if (ids.size === 0) return reads;
  const note = ({ root, path }: ExpressionReference): void => {
    if (root !== 'memory') return;
    const [id, name] = path;
    for (const known of id === undefined ? ids : [String(id)]) {
      if (!ids.has(known)) continue;
      const wholeThread = name === undefined || name === 'current_thread' || reads.get(known)?.wholeThread === true;
      reads.set(known, { wholeThread });
    }
  };
  visit(workflow, false, (text, options) => {
    for (const reference of referencesOf(compileData(text, options))) note(reference);
  });
  return reads;
}

function visit(value: unknown, isBare: boolean, found: (text: string, options: CompileOptions) => void): void {
  if (typeof value === 'string') {
    if (!value.includes('memory')) return;
    if (isBare) found(value, { bare: true });
    else if (value.includes('{{')) found(value, {});
  } else if (Array.isArray(value)) for (const item of value) visit(item, isBare, found);
  else if (isMap(value)) for (const [key, inner] of value) visit(inner, BARE.has(key), found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) visit(inner, BARE.has(key), found);
}

function isMap(value: unknown): value is ReadonlyMap<string, unknown> {
  return value instanceof Map;
}
