import type { RunSummary } from '#engine/worker';

type Times = Pick<RunSummary, 'startedAt' | 'endedAt' | 'idle'>;

/** How long a run has worked, in ms: without its pauses and interruptions. Null while it has not ended. */
export function workOf({ startedAt, endedAt, idle = 0 }: Times): number | null {
  return endedAt === null ? null : Math.max(endedAt - startedAt - idle, 0);
}
