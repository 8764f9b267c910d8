import { type ItemSequence, itemOf } from './ItemSequence.ts';
import type { ListItem, ListNode, SyntaxNode } from './Syntax.ts';
import { originOf, shiftItem } from './shiftNode.ts';

/** Makes a block list of items that were read one by one; null when one of them is none. */
export function joinItems(run: ItemSequence): ListNode | null {
  const last = run.fragments.length - 1;
  const [first, end] = [run.fragments[0], run.fragments[last]];
  if (first === undefined || end === undefined || run.misfits > 0) return null;
  return new JoinedList(run, {
    start: (run.starts[0] ?? 0) + (itemOf(first)?.start ?? 0),
    end: (run.starts[last] ?? 0) + (itemOf(end)?.end ?? 0),
  });
}

/** How many items a list has. */
export function countItems(list: ListNode): number {
  return list instanceof JoinedList ? list.length : list.items.length;
}

/** One item of a list. Of a long list that was put together only this one is made. */
export function itemAt(list: ListNode, index: number): ListItem | undefined {
  return list instanceof JoinedList ? list.at(index) : list.items[index];
}

/** The origin of an item's value, as `originOf` gives it, without making the item; null when it has no value. */
export function itemOrigin(list: ListNode, index: number): SyntaxNode | null {
  if (list instanceof JoinedList) return list.originAt(index);
  const value = list.items[index]?.value ?? null;
  return value === null ? null : originOf(value);
}

/** A list whose items are made when they are read: an edit in a thousand tasks moves most, and few are read. */
class JoinedList implements ListNode {
  readonly kind = 'list';
  readonly style = 'block';
  readonly anchor = null;
  readonly tag = null;
  readonly start: number;
  readonly end: number;
  readonly #run: ItemSequence;
  /** Those that were made: what an item made of its own parts is kept with it. */
  readonly #made = new Map<number, ListItem>();
  #items: readonly ListItem[] | undefined;

  constructor(run: ItemSequence, { start, end }: { readonly start: number; readonly end: number }) {
    this.#run = run;
    this.start = start;
    this.end = end;
  }

  get items(): readonly ListItem[] {
    this.#items ??= this.#run.fragments.flatMap((_, index) => this.at(index) ?? []);
    return this.#items;
  }

  get length(): number {
    return this.#run.fragments.length;
  }

  at(index: number): ListItem | undefined {
    if (this.#items !== undefined) return this.#items[index];
    let item = this.#made.get(index);
    if (item === undefined) {
      item = this.#make(index);
      if (item !== undefined) this.#made.set(index, item);
    }
    return item;
  }

  originAt(index: number): SyntaxNode | null {
    return this.#run.origins[index] ?? null;
  }

  #make(index: number): ListItem | undefined {
    const fragment = this.#run.fragments[index];
    const item = fragment === undefined ? null : itemOf(fragment);
    return item === null ? undefined : shiftItem(item, this.#run.starts[index] ?? 0);
  }
}
