import type { TextEdit } from '../../text/index.ts';
import { MAX_NODES } from '../lines/limits.ts';
import { type ListIndent, type Stretch, splitItems } from '../lines/splitText.ts';
import { findItem, type ItemSequence, type RunChange, shiftRun, spliceRun, stretchOf } from '../tree/ItemSequence.ts';
import type { Fragment } from '../tree/Syntax.ts';
import {
  type Chunks,
  ENTRY_DEPTH,
  type EntryChunk,
  type FindKept,
  finishReading,
  ITEM_DEPTH,
  readItem,
  requestedText,
} from './chunks.ts';
import { findNested, joinNested } from './nested.ts';
import { parseFragment } from './parseFragment.ts';

/**
 * The parts of a text whose edits all lie inside one item of a list in the top map: the usual case, a keystroke or one
 * field of one task. Only that item's lines are read, and of an item with nested tasks only the task inside. Null
 * when the edits reach further than the item, or may: then the text has to be cut again. `text` is the text after the edits.
 */
export function patchChunks(
  text: string,
  chunks: Chunks,
  { before, edits }: { readonly before: string; readonly edits: readonly TextEdit[] },
): Chunks | null {
  const [first] = edits;
  if (first === undefined || chunks.cost > MAX_NODES) return null;
  const index = chunks.entries.findLastIndex((entry) => entry.start <= first.start);
  const entry = chunks.entries[index];
  if (entry === undefined || entry.items === null) return null;
  const delta = edits.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
  const { items: run, indent } = entry;
  const change = patchRun(text, { run, indent, outside: 0, depth: ITEM_DEPTH, base: 0 }, { before, edits, delta });
  if (change === null) return null;
  const items = spliceRun(run, change);
  const cost = chunks.cost - run.cost + items.cost;
  if (cost > MAX_NODES) return null;
  const entries = chunks.entries.map((each, at) => {
    if (at < index) return each;
    return at === index ? { ...each, items } : moveEntry(each, delta);
  });
  return { entries, problems: chunks.problems, cost };
}

/** Items with where offsets of their run count from. */
interface ListPart extends ListIndent {
  readonly run: ItemSequence;
  readonly depth: number;
  readonly base: number;
}

interface LocalEdits {
  readonly before: string;
  readonly edits: readonly TextEdit[];
  /** How far the text behind them moves. */
  readonly delta: number;
}

function patchRun(text: string, { run, indent, outside, depth, base }: ListPart, local: LocalEdits): RunChange | null {
  const { before, edits, delta } = local;
  const from = edits[0]?.start ?? 0;
  const to = edits.at(-1)?.end ?? 0;
  const index = findItem(run, from - base);
  const fragment = run.fragments[index];
  const old = stretchOf(run, index);
  if (fragment === undefined || to >= old.end + base) return null;
  const start = old.start + base;
  const nested = findNested(fragment);
  const inner = nested && patchRun(text, { ...nested, depth: depth + 2, base: start }, local);
  const joined = nested && inner && joinNested({ ...nested, run: spliceRun(nested.run, inner) });
  if (joined) return { index, starts: [old.start], fragments: [joined], delta };
  const stretches = splitItems(text, { start, end: old.end + base + delta }, { indent, outside });
  if (stretches?.[0]?.start !== start) return null;
  const kept = new KeptParts(before);
  if (nested) kept.addRun({ ...nested, depth: depth + 2, base: start });
  const fragments: Fragment[] = [];
  for (const stretch of stretches) {
    const reading = readItem(text, { ...stretch, indent, depth, budget: MAX_NODES }, kept.of(text));
    const read = finishReading(reading, (request) => parseFragment(requestedText(text, request), request.depth));
    if (read === null) return null;
    fragments.push(read);
  }
  return { index, starts: stretches.map((stretch) => stretch.start - base), fragments, delta };
}

function moveEntry(entry: EntryChunk, delta: number): EntryChunk {
  if (delta === 0) return entry;
  return {
    ...entry,
    start: entry.start + delta,
    end: entry.end + delta,
    items: entry.items && shiftRun(entry.items, delta),
  };
}

/** Finds the parts that the text before has in the same characters, wherever they are in the text now. */
export function keptChunks(text: string, { entries }: Chunks, before: string): FindKept {
  const kept = new KeptParts(before);
  for (const { start, end, fragment, items: run, indent } of entries) {
    kept.add({ start, end, fragment, depth: ENTRY_DEPTH });
    if (run !== null) kept.addRun({ run, indent, outside: 0, depth: ITEM_DEPTH, base: 0 });
  }
  return kept.of(text);
}

interface FragmentStretch extends Stretch {
  readonly fragment: Fragment;
  readonly depth: number;
}

/** Parts that were read, by their depth and characters, which are all that reading one depends on. */
class KeptParts {
  readonly #text: string;
  readonly #parts = new Map<string, Fragment[]>();

  constructor(text: string) {
    this.#text = text;
  }

  add({ start, end, fragment, depth }: FragmentStretch): void {
    const key = keyOf(this.#text.slice(start, end), depth);
    const alike = this.#parts.get(key);
    if (alike === undefined) this.#parts.set(key, [fragment]);
    else alike.push(fragment);
  }

  /** The items, and what was read one by one inside of them. */
  addRun({ run, depth, base }: ListPart): void {
    for (const [index, fragment] of run.fragments.entries()) {
      const { start, end } = stretchOf(run, index);
      this.add({ start: start + base, end: end + base, fragment, depth });
      const nested = findNested(fragment);
      if (nested) this.addRun({ ...nested, depth: depth + 2, base: base + start });
    }
  }

  /** Finds the parts of another text among them. Each is given away once: no two places of a text share one. */
  of(text: string): FindKept {
    return ({ start, end }, depth) => this.#parts.get(keyOf(text.slice(start, end), depth))?.shift();
  }
}

function keyOf(text: string, depth: number): string {
  return `${depth}:${text}`;
}
