import type { RunEvent } from '../../run/index.ts';
import type { RunSummary } from './protocol.ts';

/** A run's row in the history after more of its events. */
export function toSummary(summary: RunSummary, events: readonly RunEvent[]): RunSummary {
  let next = summary;
  for (const event of events) {
    if (event.type === 'effect.completed' && event.simulated && !next.simulated) next = { ...next, simulated: true };
    if (event.type === 'run.finished') next = { ...next, status: event.status, endedAt: event.at };
  }
  return next;
}
