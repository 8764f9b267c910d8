import type { CoveredKind, CoveredPart } from './Coverage.ts';

/** How many parts of a kind tests came to, of how many there are. */
export interface CoveredShare {
  readonly covered: number;
  readonly all: number;
}

/** The shares of each kind. */
export function countParts(parts: readonly CoveredPart[]): Readonly<Record<CoveredKind, CoveredShare>> {
  const share = (kind: CoveredKind): CoveredShare => {
    const own = parts.filter((part) => part.kind === kind);
    return { covered: own.filter(({ count }) => count > 0).length, all: own.length };
  };
  return { task: share('task'), edge: share('edge'), outcome: share('outcome') };
}

/** Percent of all parts that tests came to, rounded down, so that 100 means all; 100 where there are none. */
export function percentOf(parts: readonly CoveredPart[]): number {
  if (parts.length === 0) return 100;
  return Math.floor((100 * parts.filter(({ count }) => count > 0).length) / parts.length);
}
