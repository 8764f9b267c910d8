import { type Data, type DataMap, isDataMap } from '../../base/index.ts';
import { followAlias, type MapNode, type SyntaxNode, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type Milliseconds, parseDuration } from './parseDuration.ts';
import { parseReference, type Reference, toReference } from './parseReference.ts';

/** A field that holds a value or a whole template that gives one at run time. */
export type Setting<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'template'; readonly source: string };

/** The entries of one map in the tree, `<<` merged in behind the map's own keys; the first of two equal keys counts. */
export interface Fields {
  readonly path: Path;
  readonly entries: ReadonlyMap<string, SyntaxNode | null>;
}

/** The fields of a map node; null for every other node. */
export function readFields(node: SyntaxNode | null | undefined, path: Path): Fields | null {
  const map = followAlias(node ?? null);
  return map?.kind === 'map' ? { path, entries: collectEntries(map, 0) } : null;
}

/** The fields of the map under a key; null when there is none. */
export function fieldsIn(fields: Fields | null, key: string): Fields | null {
  return fields === null ? null : readFields(fields.entries.get(key), [...fields.path, key]);
}

/** The maps of the list under a key with the paths of its items; other items are omitted. */
export function itemsIn(
  fields: Fields | null,
  key: string,
): readonly { readonly node: MapNode; readonly path: Path }[] {
  const list = followAlias(fields?.entries.get(key) ?? null);
  if (fields === null || list?.kind !== 'list') return [];
  return list.items.flatMap((item, index) => {
    const node = followAlias(item.value);
    return node?.kind === 'map' ? [{ node, path: [...fields.path, key, index] }] : [];
  });
}

/** A scalar as text: numbers and booleans as they are written; null for null, lists and maps. */
export function textOf(node: SyntaxNode | null | undefined): string | null {
  const scalar = followAlias(node ?? null);
  if (scalar?.kind !== 'scalar' || scalar.value === null) return null;
  return typeof scalar.value === 'string' ? scalar.value : scalar.source;
}

export function textIn(fields: Fields | null, key: string): string | null {
  return textOf(fields?.entries.get(key));
}

/** The value under a key; undefined when the key is absent. */
export function dataIn(fields: Fields | null, key: string): Data | undefined {
  const node = fields?.entries.get(key);
  return node === undefined ? undefined : toNodeData(node);
}

export function mapIn(fields: Fields | null, key: string): DataMap | null {
  const data = dataIn(fields, key);
  return isDataMap(data) ? data : null;
}

export function listIn(fields: Fields | null, key: string): readonly Data[] {
  const data = dataIn(fields, key);
  return Array.isArray(data) ? data : [];
}

export function numberIn(fields: Fields | null, key: string): Setting<number> | null {
  return settingIn(fields, key, (data) => (typeof data === 'number' ? data : null));
}

export function booleanIn(fields: Fields | null, key: string): Setting<boolean> | null {
  return settingIn(fields, key, (data) => (typeof data === 'boolean' ? data : null));
}

/** A duration string as milliseconds; null for text that is none. */
export function durationIn(fields: Fields | null, key: string): Setting<Milliseconds> | null {
  return settingIn(fields, key, (data) => {
    const parsed = typeof data === 'string' ? parseDuration(data) : null;
    return parsed?.ok === true ? parsed.value : null;
  });
}

export function choiceIn<T extends string>(
  fields: Fields | null,
  key: string,
  choices: readonly T[],
): Setting<T> | null {
  return settingIn(fields, key, (data) => choices.find((choice) => choice === data) ?? null);
}

/** A `use` in any of its three forms (format.md 3). */
export function referenceIn(fields: Fields | null, key: string): Reference | null {
  const node = fields?.entries.get(key);
  const object = fieldsIn(fields, key);
  if (object === null) {
    const text = textOf(node);
    return text === null ? null : parseReference(text);
  }
  return toReference(textIn(object, 'repo') ?? '', textIn(object, 'package') ?? '', textIn(object, 'version'));
}

function settingIn<T>(fields: Fields | null, key: string, read: (data: Data) => T | null): Setting<T> | null {
  const data = dataIn(fields, key);
  if (data === undefined) return null;
  const value = read(data);
  if (value !== null) return { kind: 'value', value };
  return typeof data === 'string' && isWholeTemplate(data) ? { kind: 'template', source: data } : null;
}

const MERGE_DEPTH = 16;

function collectEntries(map: MapNode, depth: number): ReadonlyMap<string, SyntaxNode | null> {
  const entries = new Map<string, SyntaxNode | null>();
  for (const { key, value } of map.entries) if (key !== '<<' && !entries.has(key)) entries.set(key, value);
  if (depth > MERGE_DEPTH) return entries;
  for (const source of map.entries.filter(({ key }) => key === '<<').flatMap(({ value }) => mergedMaps(value))) {
    for (const [key, value] of collectEntries(source, depth + 1)) if (!entries.has(key)) entries.set(key, value);
  }
  return entries;
}

function mergedMaps(node: SyntaxNode | null): readonly MapNode[] {
  const source = followAlias(node);
  if (source?.kind === 'map') return [source];
  if (source?.kind !== 'list') return [];
  return source.items.flatMap((item) => mergedMaps(item.value));
}

/**
 * Whether one expression spans the trimmed text, so that its value keeps its type: `"{{ tasks.a.output.n }}"`.
 * A `}}` inside quotes does not close.
 */
export function isWholeTemplate(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{{') && findClosing(trimmed, 2) === trimmed.length - 2 && trimmed.length >= 4;
}

/** Braces nest: `{{ {a: {b: 1}} }}` closes where its own opening does. */
function findClosing(text: string, from: number): number {
  let quote = '';
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const char = text[index] ?? '';
    if (quote !== '') {
      if (char === '\\') index++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === '}' && text[index + 1] === '}') return index;
  }
  return -1;
}
