import type { RunEvent } from './RunEvent.ts';

/** A time in which a run did not work, in ms since the epoch; `to` is null while it lasts. */
export interface IdleSpan {
  readonly from: number;
  readonly to: number | null;
  readonly reason: 'paused' | 'interrupted';
}

/** The idle times of a run after one more event, in order, none within another; the same list where it changes nothing. */
export function addIdle(spans: readonly IdleSpan[], event: RunEvent): readonly IdleSpan[] {
  const last = spans.at(-1);
  const isOpen = last !== undefined && last.to === null;
  switch (event.type) {
    case 'run.paused':
      return isOpen ? spans : [...spans, { from: event.at, to: null, reason: 'paused' }];
    case 'run.resumed':
    case 'run.finished':
      return isOpen ? [...spans.slice(0, -1), { ...last, to: event.at }] : spans;
    case 'run.interrupted': {
      // Of a pause in which nothing was under way, it is no end.
      if (isOpen && event.calls.length === 0) return spans;
      const { at } = event;
      const from = Math.min(at, Math.max(event.since, isOpen ? last.from : (last?.to ?? event.since)));
      const span: IdleSpan = { from, to: at, reason: 'interrupted' };
      // A pause continues after it.
      return isOpen ? [...spans.slice(0, -1), { ...last, to: from }, span, { ...last, from: at }] : [...spans, span];
    }
    default:
      return spans;
  }
}

/** The parts of idle times that lie between two moments, in ms since the epoch; one that lasts ends with `to`. */
export function idleBetween(
  spans: readonly IdleSpan[],
  from: number,
  to: number,
): readonly (IdleSpan & { to: number })[] {
  return spans.flatMap((span) => {
    const part = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to ?? to) };
    return part.to > part.from ? [part] : [];
  });
}

/** How much of the time between two moments was work, in ms: neither paused nor interrupted. */
export function workedBetween(spans: readonly IdleSpan[], from: number, to: number): number {
  return idleBetween(spans, from, to).reduce((left, span) => left - (span.to - span.from), Math.max(0, to - from));
}
