import { MAX_NODES } from '../lines/limits.ts';
import { splitNested } from '../lines/splitNested.ts';
import { type Stretch, splitText } from '../lines/splitText.ts';
import { type ItemSequence, makeRun, shiftRun } from '../tree/ItemSequence.ts';
import { joinItems } from '../tree/JoinedList.ts';
import type { Fragment, MapEntry, Problem, ScalarNode, SyntaxNode } from '../tree/Syntax.ts';
import { shiftEntry } from '../tree/shiftNode.ts';
import { hasGap, joinNested, problemsOfRun } from './nested.ts';
import { findControlCharacters, findDuplicates, shiftProblem, syntaxError, tooManyNodes } from './problems.ts';

/** An entry of the top map with what it gives when read by itself, or the text in front of its list. */
export interface EntryChunk extends Stretch {
  readonly fragment: Fragment;
  readonly items: ItemSequence | null;
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
export interface ParsedTree {
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  readonly nodeCount: number;
  readonly hasReferences: boolean;
}

/** A stretch of text to be read by itself, as a part of `depth` maps and lists; without what is cut out of it. */
export interface ReadRequest extends Stretch {
  readonly cut: Stretch | null;
  readonly depth: number;
}

/** Asks for stretches to be read, one after the other. Null is the answer when no more is to be read. */
export type Reading<T> = Generator<ReadRequest, T, Fragment | null>;

/** Levels of maps and lists around an entry of the top map, and around an item of a list there. */
export const ENTRY_DEPTH = 0;
export const ITEM_DEPTH = 1;

/** An item that is cached from before, by its offset and its indent; undefined when it has to be read. */
export type FindKept = (item: Stretch, depth: number) => Fragment | undefined;

const nothingKept: FindKept = () => undefined;

/**
 * The text of a request, in separate memory: a mere slice would keep the whole text it is cut from alive for as long as
 * the part is kept, which is a text for each edit.
 */
export function requestedText(text: string, { start, end, cut }: ReadRequest): string {
  const head = text.slice(start, cut?.start ?? end);
  const joined = `${head}${cut === null ? '' : text.slice(cut.end, end)}\n`;
  // Looking at a character makes the pieces one string, of which the answer is a slice.
  return joined.charCodeAt(0) >= 0 ? joined.slice(0, -1) : joined;
}

/** Runs a reading to its end. */
export function finishReading<T>(reading: Reading<T>, read: (request: ReadRequest) => Fragment | null): T {
  let step = reading.next();
  while (!step.done) step = reading.next(read(step.value));
  return step.value;
}

/** Cuts a text and asks for its parts; null when the text has to be read as a whole. */
export function* readChunks(
  text: string,
  findKept: FindKept = nothingKept,
  stretches = splitText(text),
): Reading<Chunks | null> {
  if (stretches === null) return null;
  let cost = 0;
  const entries: EntryChunk[] = [];
  for (const { start, end, items, indent } of stretches) {
    if (cost > MAX_NODES) break;
    const fragment = findKept({ start, end }, ENTRY_DEPTH) ?? (yield { start, end, cut: null, depth: ENTRY_DEPTH });
    if (fragment === null) break;
    cost += fragment.cost;
    const list = { items: items ?? [], indent, depth: ITEM_DEPTH, budget: MAX_NODES - cost };
    const run = items && (yield* readRun(text, list, findKept));
    cost += run?.cost ?? 0;
    entries.push({ start, end, fragment, items: run, indent });
  }
  return { entries, problems: findControlCharacters(text.slice(0, stretches[0]?.start)), cost };
}

interface ListLines {
  readonly items: readonly Stretch[];
  readonly indent: number;
  readonly depth: number;
  /** Nodes that may still be read. */
  readonly budget: number;
}

function* readRun(
  text: string,
  { items, indent, depth, budget }: ListLines,
  findKept: FindKept,
): Reading<ItemSequence> {
  const fragments: Fragment[] = [];
  let cost = 0;
  for (const item of items) {
    if (cost > budget) break;
    const fragment: Fragment | null =
      findKept(item, depth) ?? (yield* readItem(text, { ...item, indent, depth, budget: budget - cost }, findKept));
    if (fragment === null) break;
    cost += fragment.cost;
    fragments.push(fragment);
  }
  const starts = items.slice(0, fragments.length).map(({ start }) => start);
  return makeRun(starts, items[fragments.length - 1]?.end ?? 0, fragments);
}

export interface ItemLines extends Stretch {
  /** Blanks in front of its dash. */
  readonly indent: number;
  readonly depth: number;
  readonly budget: number;
}

/** Reads an item of a block list; its own tasks one by one. */
export function* readItem(text: string, item: ItemLines, findKept: FindKept = nothingKept): Reading<Fragment | null> {
  const { start, end, depth } = item;
  const nested = splitNested(text, item, item.indent);
  if (nested !== null) {
    const outer = yield { start, end, cut: { start: nested.start, end: nested.end }, depth };
    if (outer === null) return null;
    const key = nested.key - start;
    if (hasGap(outer, key)) {
      const lines = { items: nested.items, indent: nested.indent, depth: depth + 2, budget: item.budget - outer.cost };
      const run = shiftRun(yield* readRun(text, lines, findKept), -start);
      const { indent, outside } = nested;
      const joined = joinNested({ outer, key, at: nested.start - start, indent, outside, run });
      if (joined !== null && (run.fragments.length === nested.items.length || run.cost > lines.budget)) return joined;
    }
  }
  return yield { start, end, cut: null, depth };
}

/** Puts the parts together; null when one is not of the shape its first line promised, and the text must be read as a whole. */
export function joinChunks(chunks: Chunks): ParsedTree | null {
  const entries: MapEntry[] = [];
  const problems: Problem[] = [...chunks.problems];
  let nodeCount = 1;
  let hasReferences = false;
  for (const chunk of chunks.entries) {
    const { fragment, items } = chunk;
    nodeCount += fragment.nodeCount + (items?.nodeCount ?? 0);
    hasReferences ||= fragment.hasReferences || (items?.referring ?? 0) > 0;
    for (const problem of fragment.problems) problems.push(shiftProblem(problem, chunk.start));
    const found = readEntries(chunk);
    if (found === null) return null;
    if (found.length === 0) problems.push(noKey(chunk));
    else if (fragment.root?.kind === 'scalar') problems.push(missingColon(found));
    if (items === null) {
      entries.push(...found);
      continue;
    }
    problems.push(...problemsOfRun(items));
    const list = joinItems(items);
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

/**
 * The entries a chunk gives. A line without a colon, which is still being typed, is a key without a value; brackets and
 * signs that start no key give none.
 */
function readEntries({ start, fragment }: EntryChunk): readonly MapEntry[] | null {
  const { root } = fragment;
  // An anchor or a tag on a line of its own would be that of a value, which cannot start at the margin.
  if (root?.kind === 'map' && (root.anchor !== null || root.tag !== null)) return [];
  if (root?.kind === 'map' && root.style === 'block') return root.entries.map((entry) => shiftEntry(entry, start));
  if (!isBareKey(root)) return root === null ? null : [];
  const entry = { key: root.source, keyNode: root, value: null, start: root.start, end: root.end };
  return [shiftEntry(entry, start)];
}

function isBareKey(root: SyntaxNode | null): root is ScalarNode {
  return root?.kind === 'scalar' && root.style !== 'literal' && root.style !== 'folded';
}

function noKey({ start, fragment: { root } }: EntryChunk): Problem {
  const place = start + (root?.start ?? 0);
  return {
    ...syntaxError({ start: place, end: place + 1 }),
    message: 'This is not a key. Write “key: value” here, or indent the line to make it part of what is above.',
  };
}

function missingColon(entries: readonly MapEntry[]): Problem {
  const range = { start: entries[0]?.start ?? 0, end: entries[0]?.end ?? 0 };
  return {
    ...syntaxError(range),
    message: 'This key has no colon. Write “key: value”, with a space behind the colon.',
  };
}
