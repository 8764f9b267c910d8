import { type JsonObject, ownValue } from '../base/index.ts';

/** What coverage counts: all parts of a workflow, or those of one kind. */
export const COVERED_NAMES = ['all', 'tasks', 'edges', 'outcomes', 'branches'] as const;

/** One of {@link COVERED_NAMES}. */
export type CoveredName = (typeof COVERED_NAMES)[number];

/** Percent of parts, from 0 to 100, that the tests of a workflow must come to at least; what is not named may be any. */
export type CoverageTargets = ReadonlyMap<CoveredName, number>;

/** Reads `coverage` of a test file; what is no percentage is omitted. */
export function readTargets(coverage: JsonObject): CoverageTargets {
  return new Map(
    COVERED_NAMES.flatMap((name): readonly [CoveredName, number][] => {
      const percent = ownValue(coverage, name);
      return typeof percent === 'number' && percent >= 0 && percent <= 100 ? [[name, percent]] : [];
    }),
  );
}

/** What several test files of one workflow ask for together: the most of each. */
export function joinTargets(before: CoverageTargets, more: CoverageTargets): CoverageTargets {
  const joined = new Map(before);
  for (const [name, percent] of more) joined.set(name, Math.max(percent, before.get(name) ?? 0));
  return joined;
}
