import type { Fragment, ListItem, SyntaxNode } from './Syntax.ts';

/**
 * The items of one block list, each read by itself, in arrays side by side: an edit in one of a thousand copies numbers
 * and pointers, and makes no object for any other item. An item's text ends where the next one's starts.
 */
export interface ItemSequence {
  readonly starts: readonly number[];
  /** Where the text of the last item ends. */
  readonly end: number;
  readonly fragments: readonly Fragment[];
  /** The value of each item as it was read; null where there is none. */
  readonly origins: readonly (SyntaxNode | null)[];
  readonly nodeCount: number;
  readonly cost: number;
  /** How many fragments have an anchor or alias. */
  readonly referring: number;
  /** How many have problems. */
  readonly broken: number;
  /** How many hold something else than one item of a list. */
  readonly misfits: number;
}

/** A run of items that start at these places. */
export function makeRun(starts: readonly number[], end: number, fragments: readonly Fragment[]): ItemSequence {
  const run = { nodeCount: 0, cost: 0, referring: 0, broken: 0, misfits: 0 };
  for (const fragment of fragments) count(run, fragment, 1);
  return { ...run, starts, end, fragments, origins: fragments.map(originOfItem) };
}

/** What takes the place of one item. */
export interface RunChange {
  readonly index: number;
  readonly starts: readonly number[];
  readonly fragments: readonly Fragment[];
  /** How far the text behind it moves. */
  readonly delta: number;
}

/** The run with others in the place of one item. */
export function spliceRun(run: ItemSequence, { index, starts, fragments, delta }: RunChange): ItemSequence {
  const { nodeCount, cost, referring, broken, misfits } = run;
  const sums = { nodeCount, cost, referring, broken, misfits };
  const old = run.fragments[index];
  if (old !== undefined) count(sums, old, -1);
  for (const fragment of fragments) count(sums, fragment, 1);
  return {
    ...sums,
    starts: spliceStarts(run.starts, { index, starts, delta }),
    end: run.end + delta,
    fragments: splice(run.fragments, index, fragments),
    origins: splice(run.origins, index, fragments.map(originOfItem)),
  };
}

/** The same run `delta` characters further on. */
export function shiftRun(run: ItemSequence, delta: number): ItemSequence {
  if (delta === 0) return run;
  return { ...run, starts: run.starts.map((start) => start + delta), end: run.end + delta };
}

/** The range of an item's text. */
export function stretchOf(run: ItemSequence, index: number): { readonly start: number; readonly end: number } {
  const start = run.starts[index] ?? run.end;
  return { start, end: run.starts[index + 1] ?? run.end };
}

/** The index of the last item that starts at or before an offset; -1 when there is none. */
export function findItem({ starts }: ItemSequence, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The item a fragment holds, with offsets of the fragment; null when it holds anything else. */
export function itemOf({ root }: Fragment): ListItem | null {
  if (root?.kind !== 'list' || root.style !== 'block' || root.items.length !== 1) return null;
  return root.items[0] ?? null;
}

type Sums = { -readonly [K in 'nodeCount' | 'cost' | 'referring' | 'broken' | 'misfits']: number };

function count(sums: Sums, fragment: Fragment, sign: 1 | -1): void {
  sums.nodeCount += sign * fragment.nodeCount;
  sums.cost += sign * fragment.cost;
  if (fragment.hasReferences) sums.referring += sign;
  if (fragment.problems.length > 0) sums.broken += sign;
  if (itemOf(fragment) === null) sums.misfits += sign;
}

function originOfItem(fragment: Fragment): SyntaxNode | null {
  return itemOf(fragment)?.value ?? null;
}

function splice<T>(list: readonly T[], index: number, parts: readonly T[]): readonly T[] {
  return parts.length === 1 && parts[0] !== undefined ? list.with(index, parts[0]) : list.toSpliced(index, 1, ...parts);
}

function spliceStarts(
  old: readonly number[],
  { index, starts, delta }: { readonly index: number; readonly starts: readonly number[]; readonly delta: number },
): readonly number[] {
  if (delta === 0 && starts.length === 1) return old;
  const result = old.toSpliced(index, 1, ...starts);
  for (let at = index + starts.length; at < result.length; at += 1) result[at] = (result[at] ?? 0) + delta;
  return result;
}
