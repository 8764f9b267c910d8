import type { RunEvent } from '../../../run/index.ts';
import type { RunWait } from '../protocol/protocol.ts';

/** What a run waits for, derived from its events. */
export interface WaitState {
  readonly paused: NonNullable<RunWait['paused']> | null;
  /** The names of the signals it waits for, by activation. */
  readonly signals: ReadonlyMap<number, string>;
}

export const NOT_WAITING: WaitState = { paused: null, signals: new Map() };

const SIGNAL = 'signal ';

/** The wait state after more events; the same object where they do not change it. */
export function toWaitState(state: WaitState, events: readonly RunEvent[]): WaitState {
  let next = state;
  for (const event of events) {
    switch (event.type) {
      case 'run.paused':
        if (next.paused !== event.reason) next = { ...next, paused: event.reason };
        break;
      case 'run.resumed':
        next = { ...next, paused: null };
        break;
      case 'run.finished':
        next = NOT_WAITING;
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

/** What the history shows: the pause if there is one, else the first signal. Empty where it waits for neither. */
export function describeWaitState({ paused, signals }: WaitState): RunWait {
  if (paused !== null) return { paused };
  const [signal] = signals.values();
  return signal === undefined ? {} : { signal };
}
