import type { RunEvent } from '../../../../run/index.ts';
import type { RunWait } from '../../protocol/protocol.ts';

/** What a run waits for, derived from its events. */
export interface WaitState {
  readonly paused: NonNullable<RunWait['paused']> | null;
  /** The names of the signals it waits for, by activation. */
  readonly signals: ReadonlyMap<number, string>;
  /** How long it was paused or interrupted, in ms; `since`: when the pause began that it is in, in ms since the epoch. */
  readonly idle: { readonly total: number; readonly since: number | null };
}

export const NOT_WAITING: WaitState = { paused: null, signals: new Map(), idle: { total: 0, since: null } };

const SIGNAL = 'signal ';

/**
 * The wait state after more events; the same object where they do not change it.
 * @param from when the run began, in ms since the epoch: what a fork took over from before does not count as idle
 */
export function toWaitState(state: WaitState, events: readonly RunEvent[], from: number): WaitState {
  let next = state;
  for (const event of events) {
    switch (event.type) {
      case 'run.paused':
        if (next.paused !== event.reason) next = { ...next, paused: event.reason };
        if (next.idle.since === null) next = { ...next, idle: { ...next.idle, since: Math.max(event.at, from) } };
        break;
      case 'run.resumed':
        next = { ...next, paused: null, idle: endPause(next.idle, event.at) };
        break;
      case 'run.interrupted':
        // A pause that it is within counts as a whole.
        if (next.idle.since === null)
          next = { ...next, idle: endPause({ ...next.idle, since: Math.max(event.since, from) }, event.at) };
        break;
      case 'run.finished':
        next = { ...NOT_WAITING, idle: endPause(next.idle, event.at) };
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

function endPause({ total, since }: WaitState['idle'], at: number): WaitState['idle'] {
  return since === null ? { total, since } : { total: total + Math.max(at - since, 0), since: null };
}

/**
 * What the history shows: the pause if there is one, else the first signal, and whether nothing else is under way. Empty where it waits for
 * nothing.
 */
export function describeWaitState({ paused, signals }: WaitState, isIdle: boolean): RunWait {
  if (paused !== null) return { paused };
  const [signal] = signals.values();
  return {
    ...(isIdle ? { isIdle } : {}),
    ...(signal === undefined ? {} : { signal, waits: signals.size }),
  };
}
