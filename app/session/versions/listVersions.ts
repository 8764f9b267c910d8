import type { VersionRecord } from '../../platform/versions/index.ts';
import { unpackVersions } from './packVersions.ts';
import type { Version } from './Version.ts';

/** A version as it is listed. */
export interface ListedVersion extends Version {
  /** How many lines it added to and took from the one before it; null for the first. */
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

/** The versions of a record, newest first, each with how it differs from the one before. */
export function listVersions(record: VersionRecord): readonly ListedVersion[] {
  const versions = unpackVersions(record);
  return versions.map((version, index) => {
    const older = versions.length > index + 1 ? record.versions[index + 1] : undefined;
    if (older === undefined) return { ...version, lines: null };
    let [added, removed] = [0, 0];
    for (const [start, end, text] of older.edits) {
      added += countLines(version.text.slice(start, end));
      removed += countLines(text);
    }
    return { ...version, lines: { added, removed } };
  });
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
