import type { VersionRecord } from '../../platform/versions/index.ts';
import { packVersions, unpackVersions } from './packVersions.ts';

/** Most characters that the versions of all files take on this device, unless those with a name take more. */
export const MOST_ON_DEVICE = 32 * 1024 * 1024;

/** How much of it is left once versions had to go: so that they need not go with each one that is kept. */
const LEFT = 0.9;

/** How many characters a record holds. */
export function sizeOf({ newest, versions }: VersionRecord): number {
  return versions.reduce((sum, { edits }) => edits.reduce((all, [, , text]) => all + text.length, sum), newest.length);
}

/**
 * The records that change so that all together hold no more than so many characters: the oldest versions go first, whichever file they are of.
 * The newest of each file stays, and so do those with a name.
 */
export function boundVersions(
  records: ReadonlyMap<string, VersionRecord>,
  most: number = MOST_ON_DEVICE,
): ReadonlyMap<string, VersionRecord> {
  const now = new Map(records);
  const total = (): number => [...now.values()].reduce((sum, record) => sum + sizeOf(record), 0);
  if (total() <= most) return new Map();
  const oldest = [...records].flatMap(droppable).sort((one, other) => one.at - other.at);
  for (let next = 0; next < oldest.length && total() > most * LEFT; ) {
    const gone = new Set<string>();
    // What one frees is known once it is gone: a version before it may hold what it held.
    for (let left = total(); next < oldest.length && left > most * LEFT; next += 1) {
      const version = oldest[next];
      if (version === undefined) break;
      gone.add(keyOf(version.path, version.id));
      left -= version.size;
    }
    for (const [path, record] of now) {
      if (!record.versions.some(({ id }) => gone.has(keyOf(path, id)))) continue;
      const kept = unpackVersions(record).filter(({ id }) => !gone.has(keyOf(path, id)));
      now.set(path, packVersions(path, kept, record) ?? record);
    }
  }
  return new Map([...now].filter(([path, record]) => records.get(path) !== record));
}

interface OldVersion {
  readonly path: string;
  readonly id: string;
  readonly at: number;
  readonly size: number;
}

/** Versions that came from another device may have ids that others here have, too. */
function keyOf(path: string, id: string): string {
  return `${path}\n${id}`;
}

function droppable([path, { versions }]: readonly [string, VersionRecord]): readonly OldVersion[] {
  return versions
    .slice(1)
    .filter(({ name }) => name === null)
    .map(({ id, at, edits }) => ({ path, id, at, size: edits.reduce((sum, [, , text]) => sum + text.length, 0) }));
}
