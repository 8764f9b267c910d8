import { mapOffset, type TextEdit } from '../text/index.ts';
import { type Problem, shiftProblem, syntaxError } from './describeError.ts';
import { findDuplicates } from './findDuplicates.ts';
import { joinItems } from './JoinedList.ts';
import { MAX_NODES } from './limits.ts';
import { type Fragment, findControlCharacters, parseFragment, tooManyNodes } from './parseFragment.ts';
import type { MapEntry, SyntaxNode } from './SyntaxNode.ts';
import { shiftEntry } from './shiftNode.ts';
import { type EntryStretch, type Stretch, splitText } from './splitText.ts';

/** A stretch of text with what it gives when read by itself. */
interface Chunk extends Stretch {
  readonly fragment: Fragment;
}

/** An item of a list in the top map. */
export type ItemChunk = Chunk;

/** An entry of the top map, or what stands in front of its list. */
export interface EntryChunk extends Chunk {
  readonly items: readonly ItemChunk[] | null;
  /** Blanks in front of the dashes of the items. */
  readonly indent: number;
}

/** A text cut into parts that were read one by one. */
export interface Chunks {
  readonly entries: readonly EntryChunk[];
  /** Problems of the comments in front of the first entry. */
  readonly problems: readonly Problem[];
  /** What reading all of it took, in nodes. More than {@link MAX_NODES} when the rest was not read. */
  readonly cost: number;
}

/** A tree whose aliases are not bound yet. */
export interface Tree {
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  readonly nodeCount: number;
  readonly hasReferences: boolean;
}

/** A fragment that may be taken over, and the length of its text. */
interface Kept {
  readonly length: number;
  readonly fragment: Fragment;
}

/** Levels of maps and lists around an entry of the top map, and around an item of a list there. */
const ENTRY_DEPTH = 0;
const ITEM_DEPTH = 1;

/** Where the fragments of a text come from, other than from reading it. */
export type ChunkSource =
  | { readonly chunks: Chunks; readonly edits: readonly TextEdit[] }
  /** Hands out the fragments in the order in which they are asked for; null when there are no more. */
  | { readonly read: () => Fragment | null };

/**
 * Cuts and reads a text, taking over what edits have not touched, or what was read elsewhere; null when the text has to
 * be read as a whole.
 */
export function chunkText(text: string, source?: ChunkSource): Chunks | null {
  const stretches = splitText(text);
  if (stretches === null) return null;
  const kept = source && 'chunks' in source ? keptFragments(source.chunks, source.edits) : new Map<number, Kept>();
  let cost = 0;
  const read = (stretch: Stretch, depth: number): Fragment | null => {
    if (cost > MAX_NODES) return null;
    const found = kept.get(keyOf(stretch.start, depth));
    const isSame = found !== undefined && found.length === stretch.end - stretch.start;
    const fragment =
      source && 'read' in source
        ? source.read()
        : isSame
          ? found.fragment
          : parseFragment(text.slice(stretch.start, stretch.end), depth);
    cost += fragment?.cost ?? 0;
    return fragment;
  };
  const entries: EntryChunk[] = [];
  for (const stretch of stretches) {
    const entry = readEntry(stretch, read);
    if (entry === null) break;
    entries.push(entry);
  }
  return { entries, problems: findControlCharacters(text.slice(0, stretches[0]?.start)), cost };
}

function readEntry(
  { start, end, items, indent }: EntryStretch,
  read: (stretch: Stretch, depth: number) => Fragment | null,
): EntryChunk | null {
  const fragment = read({ start, end }, ENTRY_DEPTH);
  if (fragment === null || items === null) return fragment && { start, end, fragment, items: null, indent };
  const chunks: ItemChunk[] = [];
  for (const item of items) {
    const found = read(item, ITEM_DEPTH);
    if (found === null) break;
    chunks.push({ start: item.start, end: item.end, fragment: found });
  }
  return { start, end, fragment, items: chunks, indent };
}

/** Reads a stretch as an item of a list in the top map. */
export function readItem(text: string, stretch: Stretch): ItemChunk {
  const { start, end } = stretch;
  return { start, end, fragment: parseFragment(text.slice(start, end), ITEM_DEPTH) };
}

/** The same item `delta` characters further on. */
export function moveItemChunk({ start, end, fragment }: ItemChunk, delta: number): ItemChunk {
  return { start: start + delta, end: end + delta, fragment };
}

/** The same entry with its items `delta` characters further on. */
export function moveEntryChunk({ start, end, fragment, items, indent }: EntryChunk, delta: number): EntryChunk {
  const moved = items && items.map((item) => moveItemChunk(item, delta));
  return { start: start + delta, end: end + delta, fragment, items: moved, indent };
}

/** Fragments of the stretches no edit touched, by where these stand now. */
function keptFragments({ entries }: Chunks, edits: readonly TextEdit[]): Map<number, Kept> {
  const kept = new Map<number, Kept>();
  const keep = (chunk: Chunk, depth: number): void => {
    if (edits.some((edit) => edit.start < chunk.end && edit.end > chunk.start)) return;
    const start = mapOffset(edits, chunk.start, 1);
    kept.set(keyOf(start, depth), { length: chunk.end - chunk.start, fragment: chunk.fragment });
  };
  for (const entry of entries) {
    keep(entry, ENTRY_DEPTH);
    for (const item of entry.items ?? []) keep(item, ITEM_DEPTH);
  }
  return kept;
}

function keyOf(start: number, depth: number): number {
  return start * 2 + depth;
}

/** Puts the parts together; null when one is not of the shape its first line promised, and the text must be read as a whole. */
export function joinChunks(chunks: Chunks): Tree | null {
  const entries: MapEntry[] = [];
  const problems: Problem[] = [...chunks.problems];
  let nodeCount = 1;
  let hasReferences = false;
  const add = (chunk: Chunk): void => {
    nodeCount += chunk.fragment.nodeCount;
    hasReferences ||= chunk.fragment.hasReferences;
    const found = chunk.fragment.problems;
    if (found.length > 0) for (const problem of found) problems.push(shiftProblem(problem, chunk.start));
  };
  for (const chunk of chunks.entries) {
    add(chunk);
    const found = readEntries(chunk);
    if (found === null) return null;
    if (chunk.fragment.root?.kind === 'scalar') problems.push(missingColon(found));
    if (chunk.items === null) {
      entries.push(...found);
      continue;
    }
    for (const item of chunk.items) add(item);
    const list = joinItems(chunk.items);
    const [entry] = found;
    if (list === null || entry === undefined || found.length > 1) return null;
    entries.push({ key: entry.key, keyNode: entry.keyNode, value: list, start: entry.start, end: list.end });
  }
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return null;
  problems.push(...findDuplicates(entries));
  if (chunks.cost > MAX_NODES) problems.push(tooManyNodes(last.end, last.end + 1));
  const base = { start: first.start, end: last.end, anchor: null, tag: null };
  return { root: { kind: 'map', style: 'block', ...base, entries }, problems, nodeCount, hasReferences };
}

/** The entries a chunk gives. A line without a colon, which is still being typed, is a key without a value. */
function readEntries({ start, fragment }: Chunk): readonly MapEntry[] | null {
  const { root } = fragment;
  if (root?.kind === 'map' && root.style === 'block') return root.entries.map((entry) => shiftEntry(entry, start));
  if (root?.kind !== 'scalar') return null;
  const entry = { key: root.source, keyNode: root, value: null, start: root.start, end: root.end };
  return [shiftEntry(entry, start)];
}

function missingColon(entries: readonly MapEntry[]): Problem {
  const range = { start: entries[0]?.start ?? 0, end: entries[0]?.end ?? 0 };
  return {
    ...syntaxError(range),
    message: 'This key has no colon. Write “key: value”, with a space behind the colon.',
  };
}
