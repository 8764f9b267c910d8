import type { RunEvent } from '#engine/run';
import type { Json } from '#engine/values';
import { type FollowedRun, followRun } from '../store/viewOf.ts';

/** A handler of a step that fired: where it led, and what it passed on there. */
export interface TakenHandler {
  /** Number of the event. */
  readonly seq: number;
  /** `on_success`, or the route that was taken. */
  readonly handler: string;
  /** Null: it led nowhere. */
  readonly target: string | null;
  /** What it passed on; what it was told, where it led nowhere. */
  readonly passed: Json;
}

const NONE: readonly TakenHandler[] = [];

const taken = followRun<Map<number, TakenHandler[]>>(
  () => new Map(),
  (known, events) => {
    for (const event of events) {
      const handler = readHandler(event);
      if (handler === null || !('activation' in event)) continue;
      const list = known.get(event.activation);
      if (list === undefined) known.set(event.activation, [handler]);
      else list.push(handler);
    }
    return known;
  },
);

function readHandler(event: RunEvent): TakenHandler | null {
  if (event.type === 'edge.taken')
    return { seq: event.seq, handler: event.via, target: event.target, passed: event.with };
  if (event.type !== 'handler.fired' || event.next.length > 0) return null;
  return { seq: event.seq, handler: event.handler, target: null, passed: event.event };
}

/** The handlers of a step that fired, in order. */
export function takenHandlers(run: FollowedRun, activation: number): readonly TakenHandler[] {
  return taken(run).get(activation) ?? NONE;
}
