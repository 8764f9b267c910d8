import { type BarTone, mergeCloseSpans, SpanList, type TimelineBar, type TimeSpan } from './toBars.ts';

/**
 * The bars of many rounds that look alike. Over the whole run they are drawn together so that they cost the same whatever their number;
 * over a part of the axis they are told as finely as that shows them.
 */
export class BarLayer {
  readonly tone: BarTone;
  readonly #isUnreal: boolean;
  readonly #whole = new SpanList();
  /** From and to of each in turn, in ms since the epoch, in the order in which they were added. */
  readonly #times: number[] = [];

  constructor(tone: BarTone, isUnreal: boolean) {
    this.tone = tone;
    this.#isUnreal = isUnreal;
  }

  /** Adds a stretch, in ms since the epoch; one with a time that is no number is omitted. */
  add(from: number, to: number): void {
    if (!Number.isFinite(from) || !Number.isFinite(to)) return;
    this.#whole.add(from, to);
    this.#times.push(from, Math.max(from, to));
  }

  /** What is drawn of them. */
  bars({ origin, part }: TimeSpan): readonly TimelineBar[] {
    const spans = part === undefined ? this.#whole.list() : mergeCloseSpans(this.#times, origin, part);
    const [tone, isUnreal] = [this.tone, this.#isUnreal];
    return spans.map(({ from, to }) => ({ tone, isUnreal, start: from - origin, end: to - origin }));
  }
}
