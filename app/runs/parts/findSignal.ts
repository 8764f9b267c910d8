import { followRun, type ShownRun } from '../../session/run/index.ts';

const SIGNAL = 'signal ';

/** The name of the signal an activation waits for, by its last event about waiting; null where it waits for none. */
export function findSignal(run: Pick<ShownRun, 'events' | 'view'>, activation: number): string | null {
  const reason = waiting(run).get(activation);
  return reason?.startsWith(SIGNAL) ? reason.slice(SIGNAL.length) : null;
}

/** What activations that have not ended wait for. */
const waiting = followRun(
  () => new Map<number, string>(),
  (known, events) => {
    for (const event of events) {
      if (event.type === 'task.waiting') known.set(event.activation, event.reason);
      else if (event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled')
        known.delete(event.activation);
    }
    return known;
  },
);
