import type { UsageView } from '#engine/run';

/** What half of some numbers, nine in ten of them, and none of them exceed. */
export interface Spread {
  readonly p50: number;
  readonly p90: number;
  readonly most: number;
}

/** A run that a forecast depends on, of this browser or of a server. */
interface PastRun {
  readonly status: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly idle?: number;
  readonly usage?: UsageView | null;
  readonly simulate?: boolean;
  readonly forkedFrom?: string;
  readonly isImported?: boolean;
}

/** What a run may take, by the last ones of its file. */
export interface Forecast {
  /** How many runs it is based on. */
  readonly runs: number;
  /** In ms of work, without pauses. */
  readonly time: Spread;
  /** In US dollars; null where no run used a model whose price is known. */
  readonly cost: Spread | null;
  /** Whether the price of some answers is not known, so that the cost is more than that. */
  readonly isCostPartial: boolean;
}

/**
 * Forecasts the next run of a file by those that have ended by themselves: neither cancelled, nor simulated as a whole, nor forks, which
 * begin in the middle, nor from a file. Null where there are none.
 */
export function forecast(rows: readonly PastRun[]): Forecast | null {
  const runs = rows.filter(
    ({ status, simulate, forkedFrom, isImported }) =>
      (status === 'success' || status === 'error') &&
      simulate !== true &&
      forkedFrom === undefined &&
      isImported !== true,
  );
  const time = spreadOf(
    runs.map(({ startedAt, endedAt, idle = 0 }) => Math.max(0, (endedAt ?? startedAt) - startedAt - idle)),
  );
  if (time === null) return null;
  const isPriced = runs.some(({ usage }) => usage != null && usage.cost !== null);
  return {
    runs: runs.length,
    time,
    // A run that came to no model costs nothing.
    cost: isPriced ? spreadOf(runs.map(({ usage }) => usage?.cost ?? 0)) : null,
    isCostPartial: runs.some(({ usage }) => (usage?.unpriced ?? 0) > 0),
  };
}

function spreadOf(numbers: readonly number[]): Spread | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p90: at(0.9), most: at(1) };
}
