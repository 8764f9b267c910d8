/** A stretch of time; `to` is not before `from`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** After so many spans more than this many, those with the narrowest gaps become one. */
const FEWEST = 64;

/**
 * The union of any number of spans, as at most 128 of them in order: where there are more, the narrowest gaps are closed. So a
 * long idle time stays one, however much happened before and after it. Adding costs little where spans come about in order.
 */
export class SpanList {
  readonly #spans: Span[] = [];

  /** Adds a span; one with a time that is no number is omitted. */
  add(from: number, to: number): void {
    if (!Number.isFinite(from) || !Number.isFinite(to)) return;
    let start = from;
    let end = Math.max(from, to);
    let last = this.#spans.length;
    while (last > 0 && (this.#spans[last - 1]?.from ?? 0) > end) last -= 1;
    let first = last;
    while (first > 0 && (this.#spans[first - 1]?.to ?? 0) >= start) {
      first -= 1;
      start = Math.min(start, this.#spans[first]?.from ?? start);
      end = Math.max(end, this.#spans[first]?.to ?? end);
    }
    this.#spans.splice(first, last - first, { from: start, to: end });
    if (this.#spans.length > 2 * FEWEST) this.#closeGaps();
  }

  /** The spans as they are now. */
  list(): readonly Span[] {
    return [...this.#spans];
  }

  #closeGaps(): void {
    const spans = this.#spans.splice(0);
    const gaps = Float64Array.from(
      spans,
      ({ from }, index) => from - (spans[index - 1]?.to ?? Number.NEGATIVE_INFINITY),
    );
    const widest = gaps.toSorted()[spans.length - FEWEST - 1] ?? 0;
    let joined = spans.length - FEWEST;
    for (const [index, span] of spans.entries()) {
      const before = this.#spans.at(-1);
      const isJoined = before !== undefined && joined > 0 && (gaps[index] ?? 0) <= widest;
      if (isJoined) joined -= 1;
      if (isJoined) this.#spans.splice(-1, 1, { from: before.from, to: span.to });
      else this.#spans.push(span);
    }
  }
}
