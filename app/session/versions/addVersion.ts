import type { VersionRecord } from '../../platform/versions/index.ts';
import { lengthOf, packVersions, unpackVersions } from './packVersions.ts';
import { thinVersions } from './thinVersions.ts';
import type { Version } from './Version.ts';

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
