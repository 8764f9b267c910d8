import type { ListNode, MapEntry, MapNode, SyntaxNode } from '../../syntax/index.ts';
import { toNodeData } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { type ItemPairs, isPartList, type PathPair } from '../align/ItemPairs.ts';
import { longestRun } from '../align/longestRun.ts';

/** A place in one of the texts. */
export interface ComparedPlace {
  readonly path: Path;
  /** The same from the part that is compared. */
  readonly inside: Path;
  /** What is written there; null where nothing is. */
  readonly node: SyntaxNode | null;
  /** The value where it can be, else the whole entry. */
  readonly range: TextRange;
}

/**
 * A value that two parts do not have alike. `reordered`: the same keys in another order. An entry that one text does not have is missing
 * on that side.
 */
export type Difference =
  | { readonly kind: 'changed' | 'reordered'; readonly before: ComparedPlace; readonly after: ComparedPlace }
  | { readonly kind: 'added'; readonly before: null; readonly after: ComparedPlace }
  | { readonly kind: 'removed'; readonly before: ComparedPlace; readonly after: null };

/** What two values are compared with. */
export interface NodeComparison {
  readonly pairs: ItemPairs;
  readonly before: string;
  readonly after: string;
  /** Entries that are compared elsewhere, by their path after. */
  readonly isApart: (paths: PathPair) => boolean;
}

/**
 * The values that differ between two nodes, each as deep as it can be told, in the order of the text after. What is written differently and
 * means the same is none. What an alias brings in is compared where it is written.
 */
export function compareNodes(
  before: SyntaxNode | null,
  after: SyntaxNode | null,
  paths: PathPair,
  comparison: NodeComparison,
): readonly Difference[] {
  const comparer = new Comparer(comparison, paths);
  comparer.compare(before, after, paths, null);
  return comparer.found;
}

interface Entries {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
}

class Comparer {
  readonly found: Difference[] = [];
  readonly #given: NodeComparison;
  readonly #depth: { readonly before: number; readonly after: number };

  constructor(given: NodeComparison, { before, after }: PathPair) {
    this.#given = given;
    this.#depth = { before: before.length, after: after.length };
  }

  #was(path: Path, node: SyntaxNode | null, range: TextRange): ComparedPlace {
    return { path, inside: path.slice(this.#depth.before), node, range: { start: range.start, end: range.end } };
  }

  #is(path: Path, node: SyntaxNode | null, range: TextRange): ComparedPlace {
    return { path, inside: path.slice(this.#depth.after), node, range: { start: range.start, end: range.end } };
  }

  compare(before: SyntaxNode | null, after: SyntaxNode | null, paths: PathPair, entries: Entries | null): void {
    if (before === null && after === null) return;
    if (before !== null && after !== null) {
      if (before.kind === 'alias' && after.kind === 'alias' && before.name === after.name) return;
      if (this.#isSameText(before, after)) return;
      if (before.kind === 'map' && after.kind === 'map') return this.#compareMaps(before, after, paths);
      if (before.kind === 'list' && after.kind === 'list') return this.#compareLists(before, after, paths);
    }
    if (equalOrdered(toNodeData(before), toNodeData(after), NONE) && !areWrittenApart(before, after)) return;
    this.found.push({
      kind: 'changed',
      before: this.#was(paths.before, before, before ?? entries?.before ?? NOWHERE),
      after: this.#is(paths.after, after, after ?? entries?.after ?? NOWHERE),
    });
  }

  #isSameText(before: SyntaxNode, after: SyntaxNode): boolean {
    if (before.end - before.start !== after.end - after.start) return false;
    const text = this.#given.before.slice(before.start, before.end);
    return text === this.#given.after.slice(after.start, after.end);
  }

  #compareMaps(before: MapNode, after: MapNode, paths: PathPair): void {
    const old = firstEntries(before);
    const own = firstEntries(after);
    const shared: number[] = [];
    for (const [key, entry] of own) {
      const inside = stepInto(paths, key, key);
      const was = old.get(key);
      if (was !== undefined) shared.push(was.index);
      if (this.#given.isApart(inside)) continue;
      if (was === undefined)
        this.found.push({ kind: 'added', before: null, after: this.#is(inside.after, entry.entry.value, entry.entry) });
      else this.compare(was.entry.value, entry.entry.value, inside, { before: was.entry, after: entry.entry });
    }
    for (const [key, { entry }] of old) {
      const inside = stepInto(paths, key, key);
      if (own.has(key) || this.#given.isApart(inside)) continue;
      this.found.push({ kind: 'removed', before: this.#was(inside.before, entry.value, entry), after: null });
    }
    if (longestRun(shared).size === shared.length) return;
    this.found.push({
      kind: 'reordered',
      before: this.#was(paths.before, before, before),
      after: this.#is(paths.after, after, after),
    });
  }

  #compareLists(before: ListNode, after: ListNode, paths: PathPair): void {
    if (isPartList(paths.after)) return;
    const pairs = this.#given.pairs.pair(before, after, paths);
    const [gone, come] = [new Set(before.items.keys()), new Set(after.items.keys())];
    for (const [from, to] of pairs) {
      gone.delete(from);
      come.delete(to);
      const [was, is] = [before.items[from], after.items[to]];
      if (was !== undefined && is !== undefined)
        this.compare(was.value, is.value, stepInto(paths, from, to), { before: was, after: is });
    }
    for (const index of come) {
      const item = after.items[index];
      if (item !== undefined)
        this.found.push({
          kind: 'added',
          before: null,
          after: this.#is([...paths.after, index], item.value, item),
        });
    }
    for (const index of gone) {
      const item = before.items[index];
      if (item !== undefined)
        this.found.push({
          kind: 'removed',
          before: this.#was([...paths.before, index], item.value, item),
          after: null,
        });
    }
  }
}

/** Whether two equal numbers are written differently: an id is what is written. */
function areWrittenApart(before: SyntaxNode | null, after: SyntaxNode | null): boolean {
  if (before?.kind !== 'scalar' || after?.kind !== 'scalar' || before.source === after.source) return false;
  return typeof before.value === 'number' || typeof before.value === 'boolean';
}

const NOWHERE: TextRange = { start: 0, end: 0 };

const NONE: ReadonlySet<string> = new Set();

function stepInto({ before, after }: PathPair, from: string | number, to: string | number): PathPair {
  return { before: [...before, from], after: [...after, to] };
}

function firstEntries({ entries }: MapNode): ReadonlyMap<string, { readonly entry: MapEntry; readonly index: number }> {
  const first = new Map<string, { readonly entry: MapEntry; readonly index: number }>();
  for (const [index, entry] of entries.entries()) if (!first.has(entry.key)) first.set(entry.key, { entry, index });
  return first;
}

/** Deep equality of plain values and maps, where the order of keys of a map counts; `skip` leaves members of objects out. */
export function equalOrdered(a: unknown, b: unknown, skip: ReadonlySet<string>): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equalOrdered(item, b[index], skip));
  }
  if (a instanceof Map || b instanceof Map) {
    return a instanceof Map && b instanceof Map && a.size === b.size && equalOrdered([...a], [...b], skip);
  }
  const keys = Object.keys(a).filter((key) => !skip.has(key));
  if (keys.length !== Object.keys(b).filter((key) => !skip.has(key)).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalOrdered(read(a, key), read(b, key), skip));
}

function read(from: object, key: string): unknown {
  return (from as Readonly<Record<string, unknown>>)[key];
}
