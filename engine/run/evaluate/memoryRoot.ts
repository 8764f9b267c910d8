import { type JsonObject, jsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { MemoryState, Run } from '../state/Run.ts';

/** Root `memory` with these ids, or with all: each is its backend's last answer. One that was never read is omitted. */
export function memoryRoot(run: Run, ids: readonly string[] | null): JsonObject {
  return jsonObject(statesOf(run, ids).flatMap(([id, { answer }]) => (answer === null ? [] : [[id, answer] as const])));
}

/** Why what reads these memories cannot be evaluated; null when all could be read. */
export function findMemoryProblem(run: Run, ids: readonly string[] | null): RunError | null {
  return statesOf(run, ids).find(([, { error }]) => error !== null)?.[1].error ?? null;
}

function statesOf(run: Run, ids: readonly string[] | null): readonly (readonly [string, MemoryState])[] {
  return [...run.memories].filter(([id]) => ids === null || ids.includes(id));
}
