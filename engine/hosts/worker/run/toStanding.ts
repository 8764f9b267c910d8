import type { RunEvent } from '../../../run/index.ts';
import type { RunStanding } from '../protocol/protocol.ts';

/** What a run that has not ended stands at, as its events tell it. */
export interface Standing {
  readonly paused: NonNullable<RunStanding['paused']> | null;
  /** The signals that are waited for, by activation. */
  readonly signals: ReadonlyMap<number, string>;
}

/** Of a run that goes on. */
export const MOVING: Standing = { paused: null, signals: new Map() };

const SIGNAL = 'signal ';

/** What a run stands at after more of its events; the same value where they change nothing of it. */
export function toStanding(standing: Standing, events: readonly RunEvent[]): Standing {
  let next = standing;
  for (const event of events) {
    switch (event.type) {
      case 'run.paused':
        if (next.paused !== event.reason) next = { ...next, paused: event.reason };
        break;
      case 'run.resumed':
        next = { ...next, paused: null };
        break;
      case 'run.finished':
        next = MOVING;
        break;
      case 'task.waiting':
        if (event.reason.startsWith(SIGNAL)) {
          const name = event.reason.slice(SIGNAL.length);
          next = { ...next, signals: new Map(next.signals).set(event.activation, name) };
        }
        break;
      case 'task.retrying':
      case 'task.succeeded':
      case 'task.failed':
      case 'task.cancelled':
        if (next.signals.has(event.activation)) {
          const { activation } = event;
          next = { ...next, signals: new Map([...next.signals].filter(([id]) => id !== activation)) };
        }
        break;
      default:
    }
  }
  return next;
}

/** What the history says of it: a pause first, since nothing goes on before it ends. Empty while the run goes on. */
export function describeStanding({ paused, signals }: Standing): RunStanding {
  if (paused !== null) return { paused };
  const [signal] = signals.values();
  return signal === undefined ? {} : { signal };
}
