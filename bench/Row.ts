/** One line of the table: what was measured, against whom, and whether the promise about it is kept. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** The peer or floor of the same run, with its version where it has one. */
  readonly peer: string;
  readonly theirs: string;
  /** Ours over theirs. */
  readonly ratio: number;
  /** The promise as text. */
  readonly bound: string;
  /** Null where nothing is promised. */
  readonly isKept: boolean | null;
}

/** Two amounts of one unit and the most that ours may be of theirs. */
export interface Comparison {
  readonly what: string;
  readonly peer: string;
  readonly ours: number;
  readonly theirs: number;
  /** The highest ratio of ours to theirs that keeps the promise; null where nothing is promised. */
  readonly limit: number | null;
  readonly format: (amount: number) => string;
}

/** What took how long, in ms, and the most that ours may. */
export interface Bound {
  readonly what: string;
  readonly peer: string;
  readonly ours: number;
  readonly theirs: number;
  /** The most that ours may take, in ms. */
  readonly limit: number;
}

/** A row whose promise names a time, next to the same work without what is measured. */
export function toBoundRow({ what, peer, ours, theirs, limit }: Bound): Row {
  const [own, other] = [formatTime(ours), formatTime(theirs)];
  return {
    what,
    ours: own,
    peer,
    theirs: other,
    ratio: ours / theirs,
    bound: `within ${limit} ms`,
    isKept: ours <= limit,
  };
}

/** The row of a promise about a ratio. */
export function toRow({ what, peer, ours, theirs, limit, format }: Comparison): Row {
  const ratio = ours / theirs;
  const bound = limit === null ? 'none' : `at most ${formatRatio(limit)}`;
  const isKept = limit === null ? null : ratio <= limit;
  return { what, ours: format(ours), peer, theirs: format(theirs), ratio, bound, isKept };
}

/** A ratio as people write it: `1/170` for what is far below one, `1.32` else. */
export function formatRatio(ratio: number): string {
  if (ratio <= 0.2) return `1/${Math.round(1 / ratio)}`;
  return ratio < 10 ? String(Math.round(ratio * 100) / 100) : String(Math.round(ratio));
}

/** Milliseconds with a unit that leaves one to three digits before the point. */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1) return `${milliseconds.toPrecision(3)} ms`;
  const microseconds = milliseconds * 1000;
  return microseconds >= 1 ? `${microseconds.toPrecision(3)} µs` : `${(microseconds * 1000).toPrecision(3)} ns`;
}

/** Bytes of memory as MB of 1,000,000. */
export function formatMemory(bytes: number): string {
  return `${(bytes / 1e6).toPrecision(3)} MB`;
}

/** Bytes as kB of 1,000. */
export function formatSize(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
