import type { ListItem, ListNode, SyntaxNode } from './SyntaxNode.ts';
import { originOf, shiftItem } from './shiftNode.ts';

/** A stretch of text that was read by itself, as a list of one item. Offsets in `root` count from `start`. */
interface ItemSource {
  readonly start: number;
  readonly fragment: { readonly root: SyntaxNode | null };
}

/** Puts a block list together from stretches that hold one item each; null when one of them does not. */
export function joinItems(sources: readonly ItemSource[]): ListNode | null {
  const [first] = sources;
  const last = sources.at(-1);
  if (first === undefined || last === undefined) return null;
  for (const source of sources) if (readItem(source) === null) return null;
  return new JoinedList(sources, {
    start: first.start + (readItem(first)?.start ?? 0),
    end: last.start + (readItem(last)?.end ?? 0),
  });
}

/** The item of a source, with offsets of its own; null when it holds anything else. */
function readItem({ fragment: { root } }: ItemSource): ListItem | null {
  if (root?.kind !== 'list' || root.style !== 'block' || root.items.length !== 1) return null;
  return root.items[0] ?? null;
}

/** How many items a list has. */
export function countItems(list: ListNode): number {
  return list instanceof JoinedList ? list.length : list.items.length;
}

/** One item of a list. Of a long list that was put together only this one is made. */
export function itemAt(list: ListNode, index: number): ListItem | undefined {
  return list instanceof JoinedList ? list.at(index) : list.items[index];
}

/** The origin of an item's value, as `originOf` tells it, without making the item; null when it has no value. */
export function itemOrigin(list: ListNode, index: number): SyntaxNode | null {
  if (list instanceof JoinedList) return list.originAt(index);
  const value = list.items[index]?.value ?? null;
  return value === null ? null : originOf(value);
}

/** A list whose items are made when they are looked at: an edit in a thousand tasks moves most, and few are read. */
class JoinedList implements ListNode {
  readonly kind = 'list';
  readonly style = 'block';
  readonly anchor = null;
  readonly tag = null;
  readonly start: number;
  readonly end: number;
  readonly #sources: readonly ItemSource[];
  #items: readonly ListItem[] | undefined;

  constructor(sources: readonly ItemSource[], { start, end }: { readonly start: number; readonly end: number }) {
    this.#sources = sources;
    this.start = start;
    this.end = end;
  }

  get items(): readonly ListItem[] {
    this.#items ??= this.#sources.flatMap((source) => this.#make(source) ?? []);
    return this.#items;
  }

  get length(): number {
    return this.#sources.length;
  }

  at(index: number): ListItem | undefined {
    if (this.#items !== undefined) return this.#items[index];
    const source = this.#sources[index];
    return source && this.#make(source);
  }

  originAt(index: number): SyntaxNode | null {
    const source = this.#sources[index];
    return source === undefined ? null : (readItem(source)?.value ?? null);
  }

  #make(source: ItemSource): ListItem | undefined {
    const item = readItem(source);
    return item === null ? undefined : shiftItem(item, source.start);
  }
}
