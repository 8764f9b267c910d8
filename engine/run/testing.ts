import type { ScriptResult } from '../testing/index.ts';

/** Sorted ids. */
interface Paired<Id> {
  readonly begun: readonly Id[];
  readonly ended: readonly Id[];
}

/** Which activations a run began and ended, and which timers it set and was done with: each list is sorted, and has what comes twice twice. */
export function pairEnds({ events, effects, journal }: Pick<ScriptResult, 'events' | 'effects' | 'journal'>): {
  readonly activations: Paired<number>;
  readonly timers: Paired<string>;
} {
  const begun = new Set(
    events.flatMap((event) =>
      event.type === 'task.started' || event.type === 'task.queued' ? [event.activation] : [],
    ),
  );
  const ended = events.flatMap((event) =>
    event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled'
      ? [event.activation]
      : [],
  );
  const over = [
    ...effects.flatMap((effect) => (effect.type === 'timer.cancel' ? [effect.id] : [])),
    ...journal.flatMap((input) => (input.type === 'timer.fired' ? [input.id] : [])),
  ];
  const set = effects.flatMap((effect) => (effect.type === 'timer.start' ? [effect.id] : []));
  return {
    activations: { begun: [...begun].sort(byNumber), ended: ended.sort(byNumber) },
    timers: { begun: set.sort(), ended: over.sort() },
  };
}

function byNumber(a: number, b: number): number {
  return a - b;
}
