import type { Data } from '../../base/index.ts';
import { moveEntry } from '../../convert/index.ts';
import { findNode, removeAt, renameKey, setValue } from '../../syntax/index.ts';
import type { Fix, Path } from '../../text/index.ts';
import type { Subject } from './Rule.ts';

type Fixes = () => readonly Fix[];

/** Sets the value at a path, adding the key where it is missing. */
export function fixBySetting({ analysis }: Subject, path: Path, value: Data, title: string): Fixes {
  return () => toFixes(title, setValue(analysis.syntax, path, value));
}

/** Calls the key at a path by another name. */
export function fixByRenaming({ analysis }: Subject, path: Path, key: string): Fixes {
  return () => toFixes(`Rename to ${key}`, renameKey(analysis.syntax, path, key));
}

/** Moves an entry to another path; no fix where there is a value already. */
export function fixByMoving({ analysis }: Subject, from: Path, to: Path): Fixes {
  return () =>
    findNode(analysis.syntax, to) === undefined
      ? toFixes(`Move it into ${to.at(-2)}`, moveEntry(from, to)(analysis.syntax))
      : [];
}

/** Removes the node at a path. */
export function fixByRemoving({ analysis }: Subject, path: Path, title: string): Fixes {
  return () => toFixes(title, removeAt(analysis.syntax, path));
}

/** A fix where the edit can be made, else none. */
function toFixes(title: string, result: ReturnType<typeof setValue>): readonly Fix[] {
  return result.ok && result.value.length > 0 ? [{ title, edits: result.value }] : [];
}
