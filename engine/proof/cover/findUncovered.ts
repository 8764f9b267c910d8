import type { CoveredPart } from './Coverage.ts';

/**
 * What tests of a workflow lose by a change of it: parts that they reached before and no longer do, and new parts that none reaches.
 * `before`: null where it had no tests, so that all that they do not reach now is told.
 */
export function findUncovered(
  before: readonly CoveredPart[] | null,
  after: readonly CoveredPart[],
): readonly CoveredPart[] {
  const known = new Set(missedOf(before ?? []).map(keyOf));
  return missedOf(after).filter((part) => !known.has(keyOf(part)));
}

/** What tests of several files of one workflow reached together. */
export function joinCoverage(lists: readonly (readonly CoveredPart[])[]): readonly CoveredPart[] {
  const joined = new Map<string, CoveredPart>();
  for (const part of lists.flat()) {
    const key = keyOf(part);
    joined.set(key, { ...part, count: part.count + (joined.get(key)?.count ?? 0) });
  }
  return [...joined.values()];
}

function missedOf(parts: readonly CoveredPart[]): readonly CoveredPart[] {
  return parts.filter(({ count }) => count === 0);
}

function keyOf({ kind, task, name }: CoveredPart): string {
  return JSON.stringify([kind, task, name]);
}
