import { equalJson, toJson } from '../../base/index.ts';
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
