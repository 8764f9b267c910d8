import type { Data } from '../../base/index.ts';
import {
  composeSteps,
  type EditStep,
  findNode,
  removeAt,
  renameKey,
  type ScalarNode,
  setValue,
} from '../../syntax/index.ts';
import type { Fix, Path, TextRange } from '../../text/index.ts';
import type { Subject } from './Rule.ts';
import { scalarRange } from './scalarRange.ts';

type Fixes = () => readonly Fix[];

/** Sets the value at a path, adding the key where it is missing. */
export function fixBySetting({ analysis }: Subject, path: Path, value: Data, title: string): Fixes {
  return () => adding(analysis, [path], toFixes(title, setValue(analysis.syntax, path, value)));
}

/** Calls the key at a path by another name. */
export function fixByRenaming({ analysis }: Subject, path: Path, key: string): Fixes {
  const added = [[...path.slice(0, -1), key]];
  return () => adding(analysis, added, toFixes(`Rename to ${key}`, renameKey(analysis.syntax, path, key)));
}

/** Changes of a document, made one after the other. */
export interface StepsOfFix {
  readonly title: string;
  readonly steps: readonly EditStep[];
  /** Where they write values. */
  readonly places: readonly Path[];
}

/** Changes the document step by step. None for a definition on its own, which has other paths once its text is read again. */
export function fixBySteps({ analysis, isDefinition }: Subject, { title, steps, places }: StepsOfFix): Fixes {
  if (isDefinition && steps.length > 1) return () => [];
  return () => adding(analysis, places, toFixes(title, composeSteps(analysis.syntax, steps)));
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
 * Writes something else for a part of a text: only that part where it is in the document as it is read, the whole text with
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

/** Fixes with the keys that are not there yet on the ways to what they write. */
function adding({ syntax }: Subject['analysis'], places: readonly Path[], fixes: readonly Fix[]): readonly Fix[] {
  const prefixes = places.flatMap((place) => place.map((_, index) => place.slice(0, index + 1)));
  const adds = prefixes.filter((path) => findNode(syntax, path) === undefined).map((path) => JSON.stringify(path));
  return adds.length === 0 ? fixes : fixes.map((fix) => ({ ...fix, adds: [...new Set(adds)] }));
}

/** A fix where the edit can be made, else none. */
function toFixes(title: string, result: ReturnType<typeof setValue>): readonly Fix[] {
  return result.ok && result.value.length > 0 ? [{ title, edits: result.value }] : [];
}
