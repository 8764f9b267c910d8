import type { Data } from '../../base/index.ts';
import { moveEntry } from '../../convert/index.ts';
import { findNode, removeAt, renameKey, type ScalarNode, setValue } from '../../syntax/index.ts';
import type { Fix, Path, TextRange } from '../../text/index.ts';
import type { Subject } from './Rule.ts';
import { scalarRange } from './scalarRange.ts';

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

/** Part of a text of the document, in its value, and what is written in its place. */
interface TextPart {
  readonly path: Path;
  readonly part: TextRange;
  readonly text: string;
  readonly title?: string;
}

/**
 * Writes something else for a part of a text: only that part where it stands in the document as it is read, the whole text with
 * the quotes it needs where it does not. No fix where the text is not in this file.
 */
export function fixInText({ analysis }: Subject, value: string, { path, part, text, title }: TextPart): Fixes {
  return () => {
    const node = findNode(analysis.syntax, path);
    if (node?.kind !== 'scalar' || node.value !== value) return [];
    const range = scalarRange(node, part);
    const isExact = analysis.syntax.text.slice(range.start, range.end) === value.slice(part.start, part.end);
    const isAsRead = isExact && (/^[\w.-]*$/.test(text) || isBlock(node) || (isQuoted(node) && !/["'\\]/.test(text)));
    const named = title ?? `Change to ${text}`;
    if (isAsRead) return [{ title: named, edits: [{ ...range, text }] }];
    return isBlock(node)
      ? []
      : toFixes(named, setValue(analysis.syntax, path, value.slice(0, part.start) + text + value.slice(part.end)));
  };
}

function isBlock({ style }: ScalarNode): boolean {
  return style === 'literal' || style === 'folded';
}

function isQuoted({ style }: ScalarNode): boolean {
  return style === 'single' || style === 'double';
}

/** A fix where the edit can be made, else none. */
function toFixes(title: string, result: ReturnType<typeof setValue>): readonly Fix[] {
  return result.ok && result.value.length > 0 ? [{ title, edits: result.value }] : [];
}
