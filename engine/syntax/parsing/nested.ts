import type { ListIndent } from '../lines/splitText.ts';
import { type ItemSequence, itemOf } from '../tree/ItemSequence.ts';
import { joinItems } from '../tree/JoinedList.ts';
import type { Fragment, MapEntry, Problem } from '../tree/Syntax.ts';
import { shiftEntry } from '../tree/shiftNode.ts';
import { shiftProblem } from './problems.ts';

/** How an item was read whose own tasks were read one by one. Offsets count from the start of the item. */
export interface Nested extends ListIndent {
  /** The item without the lines of the list. */
  readonly outer: Fragment;
  /** The offset of the key of the list, and where the list was taken out. */
  readonly key: number;
  readonly at: number;
  readonly run: ItemSequence;
}

const nestedOf = new WeakMap<Fragment, Nested>();

/** How a fragment was put together; undefined for one that was read in one go. */
export function findNested(fragment: Fragment): Nested | undefined {
  return nestedOf.get(fragment);
}

/** Whether an item that was read without its list has an empty key in that place. */
export function hasGap(outer: Fragment, key: number): boolean {
  return findGap(outer, key) >= 0;
}

function findGap(outer: Fragment, key: number): number {
  const map = itemOf(outer)?.value;
  if (map?.kind !== 'map' || map.style !== 'block') return -1;
  return map.entries.findIndex((entry) => entry.value === null && entry.keyNode.start === key);
}

/** Puts an item together with its list; null when that cannot be, and the item has to be read in one go. */
export function joinNested(nested: Nested): Fragment | null {
  const { outer, key, at, run } = nested;
  const list = joinItems(run);
  const item = itemOf(outer);
  const map = item?.value;
  const gap = findGap(outer, key);
  if (list === null || item === null || map?.kind !== 'map' || outer.root?.kind !== 'list' || gap < 0) return null;
  const length = run.end - at;
  const entries = map.entries.map((entry, index): MapEntry => {
    if (index > gap) return shiftEntry(entry, length);
    return index < gap
      ? entry
      : { key: entry.key, keyNode: entry.keyNode, value: list, start: entry.start, end: list.end };
  });
  const end = entries.at(-1)?.end ?? list.end;
  const fragment: Fragment = {
    root: { ...outer.root, end, items: [{ start: item.start, end, value: { ...map, end, entries } }] },
    problems: joinProblems(nested, length),
    nodeCount: outer.nodeCount + run.nodeCount,
    cost: outer.cost + run.cost,
    hasReferences: outer.hasReferences || run.referring > 0,
  };
  nestedOf.set(fragment, nested);
  return fragment;
}

function joinProblems({ outer, at, run }: Nested, length: number): readonly Problem[] {
  if (outer.problems.length === 0 && run.broken === 0) return outer.problems;
  const move = <T extends { readonly start: number; readonly end: number }>(range: T): T => ({
    ...range,
    start: range.start < at ? range.start : range.start + length,
    end: range.end <= at ? range.end : range.end + length,
  });
  const own = outer.problems.map((problem) => ({
    ...problem,
    range: move(problem.range),
    ...(problem.fixes && { fixes: problem.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(move) })) }),
  }));
  return [...own, ...problemsOfRun(run)];
}

/** The problems of all items of a run, at their offsets in the text. */
export function problemsOfRun(run: ItemSequence): readonly Problem[] {
  if (run.broken === 0) return [];
  return run.fragments.flatMap(({ problems }, index) =>
    problems.map((problem) => shiftProblem(problem, run.starts[index] ?? 0)),
  );
}
