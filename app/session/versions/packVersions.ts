import { applyEdits } from '#engine';
import { diffParts } from '#engine/values';
import type { KeptEdit, StoredVersion, VersionHead, VersionRecord } from '../../platform/versions/index.ts';

/** A text that a file had, kept on this device. */
export interface Version extends VersionHead {
  readonly text: string;
}

/** The versions of a record with their texts, newest first. One that cannot be made any more is omitted, with those older than it. */
export function unpackVersions({ newest, versions }: VersionRecord): readonly Version[] {
  const unpacked: Version[] = [];
  let text = newest;
  for (const { edits, ...head } of versions) {
    try {
      text = applyDelta(text, edits);
    } catch {
      break;
    }
    unpacked.push({ ...head, text });
  }
  return unpacked;
}

/** Versions, newest first, as they are stored. What `before` says of two that are still neighbours is not worked out again. */
export function packVersions(
  path: string,
  versions: readonly Version[],
  before: VersionRecord | null,
): VersionRecord | null {
  const [first] = versions;
  if (first === undefined) return null;
  const known = deltasOf(before);
  const stored = versions.map(({ text, ...head }, index): StoredVersion => {
    const newer = versions[index - 1];
    if (newer === undefined) return { ...head, edits: [] };
    return { ...head, edits: known.get(`${newer.id} ${head.id}`) ?? toDelta(newer.text, text) };
  });
  return { path, newest: first.text, versions: stored };
}

/** How many characters a record holds for versions that no one gave a name. */
export function lengthOf({ versions }: VersionRecord): number {
  const edits = versions.flatMap((version) => (version.name === null ? version.edits : []));
  return edits.reduce((sum, [, , text]) => sum + text.length, 0);
}

function deltasOf(record: VersionRecord | null): ReadonlyMap<string, readonly KeptEdit[]> {
  const versions = record?.versions ?? [];
  return new Map(versions.slice(1).map(({ id, edits }, index) => [`${versions[index]?.id} ${id}`, edits]));
}

/** What makes one text out of another, by whole lines; empty where they are equal. */
export function toDelta(from: string, to: string): readonly KeptEdit[] {
  const edits: KeptEdit[] = [];
  let at = 0;
  let start = 0;
  let text = '';
  const close = (): void => {
    if (at > start || text !== '') edits.push([start, at, text]);
  };
  for (const part of diffParts(linesOf(from), linesOf(to))) {
    if (part.kind === 'added') text += part.text;
    else if (part.kind === 'removed') at += part.text.length;
    else {
      close();
      at += part.text.length;
      start = at;
      text = '';
    }
  }
  close();
  return edits;
}

/** The text that {@link toDelta} was made for. Throws a `RangeError` where the edits are not of this text. */
export function applyDelta(from: string, edits: readonly KeptEdit[]): string {
  return applyEdits(
    from,
    edits.map(([start, end, text]) => ({ start, end, text })),
  );
}

/** Each with its line break; the last has none, and may be empty. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line));
}
