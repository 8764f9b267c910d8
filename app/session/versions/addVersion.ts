import type { VersionRecord } from '../../platform/versions/index.ts';
import { lengthOf, packVersions, unpackVersions, type Version } from './packVersions.ts';

/** Most characters that the versions of one file take, without its newest and those that have a name. */
export const MOST_CHARACTERS = 2 * 1024 * 1024;

/**
 * The record of a file with one more version, thinned. A text that is the newest version already is no other one: a name given to
 * it becomes its name.
 */
export function addVersion(path: string, record: VersionRecord | null, added: Version): VersionRecord | null {
  const versions = record === null ? [] : unpackVersions(record);
  const [newest] = versions;
  if (newest?.text !== added.text) return boundRecord(path, [added, ...versions], record, added.at);
  if (added.name === null) return record;
  return packVersions(path, [{ ...newest, name: added.name }, ...versions.slice(1)], record);
}

/** Versions of a file from elsewhere next to those that are here: none of these is changed, and what is here already is not added. */
export function joinVersions(
  path: string,
  record: VersionRecord | null,
  others: readonly Version[],
  now: number,
): VersionRecord | null {
  const here = record === null ? [] : unpackVersions(record);
  const known = new Set(here.map(({ id }) => id));
  const all = [...here, ...others.filter(({ id }) => !known.has(id))].sort((one, other) => other.at - one.at);
  return boundRecord(path, all, record, now);
}

/** As many of the versions as may be kept, the newest first. */
function boundRecord(
  path: string,
  versions: readonly Version[],
  before: VersionRecord | null,
  now: number,
): VersionRecord | null {
  let kept = thinVersions(versions, now);
  let record = packVersions(path, kept, before);
  while (record !== null && lengthOf(record) > MOST_CHARACTERS) {
    const oldest = kept.findLastIndex(({ name }, index) => name === null && index > 0);
    if (oldest === -1) break;
    kept = kept.filter((_, index) => index !== oldest);
    record = packVersions(path, kept, record);
  }
  return record;
}

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
