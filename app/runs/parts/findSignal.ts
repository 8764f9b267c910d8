import type { RunEvent } from '#engine/run';

const SIGNAL = 'signal ';

/** The name of the signal an activation waits for, by its last event about waiting; null where it waits for none. */
export function findSignal(events: readonly RunEvent[], activation: number): string | null {
  const waiting = events.findLast((event) => event.type === 'task.waiting' && event.activation === activation);
  if (waiting?.type !== 'task.waiting' || !waiting.reason.startsWith(SIGNAL)) return null;
  return waiting.reason.slice(SIGNAL.length);
}
