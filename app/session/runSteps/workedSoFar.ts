import { workedBetween } from '#engine/run';
import type { ShownRun } from '../store/State.ts';

/**
 * How long a run has worked, in ms: without its pauses and interruptions, and of a fork only since it was made, as its row in the
 * history has it. Null before it has started.
 * @param now ms since the epoch; counts while the run has not ended
 */
export function workedSoFar({ view, forkedAt }: Pick<ShownRun, 'view' | 'forkedAt'>, now: number): number | null {
  const { startedAt, endedAt, idle } = view;
  if (startedAt === null) return null;
  return workedBetween(idle, Math.max(startedAt, forkedAt ?? startedAt), endedAt ?? now);
}
