import type { Version } from './Version.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Most versions of one file that no one gave a name. */
export const MOST_VERSIONS = 200;

/**
 * How close together versions may lie, by how old they are:
 *
 * | age | one in |
 * |---|---|
 * | to a day | no limit |
 * | to a week | an hour |
 * | to 90 days | a day |
 * | older | a week |
 */
const STEPS: readonly { readonly until: number; readonly apart: number }[] = [
  { until: DAY, apart: 0 },
  { until: 7 * DAY, apart: HOUR },
  { until: 90 * DAY, apart: DAY },
  { until: Infinity, apart: 7 * DAY },
];

/**
 * The versions that stay, of some that are sorted newest first: those with a name, the newest, and of the others the last of each
 * stretch of time, so that no answer depends on how often it is asked. One with the text of the version that comes before it stays only for its name.
 */
export function thinVersions(versions: readonly Version[], now: number): readonly Version[] {
  const stretches = new Set<string>();
  const spread = versions.filter(({ at, name }, index) => {
    if (name !== null) return true;
    const { apart, until } = STEPS.find((step) => now - at <= step.until) ?? { apart: 7 * DAY, until: Infinity };
    if (apart === 0 || index === 0) return true;
    const stretch = `${until} ${Math.floor(at / apart)}`;
    if (stretches.has(stretch)) return false;
    stretches.add(stretch);
    return true;
  });
  return keepNewest(
    spread.filter((version, index) => version.name !== null || version.text !== spread[index + 1]?.text),
  );
}

/** Drops the oldest without a name until there are few enough. */
function keepNewest(versions: readonly Version[]): readonly Version[] {
  let left = MOST_VERSIONS;
  return versions.filter(({ name }) => name !== null || left-- > 0);
}
