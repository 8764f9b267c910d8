import { assertNever } from '../../base/index.ts';
import type { ListItem, ListNode, MapEntry, MapNode, SyntaxNode } from './Syntax.ts';

/**
 * The same node `delta` characters further on. Its children are moved only when they are read, so that an edit need not
 * visit the whole tree behind it.
 */
export function shiftNode(node: SyntaxNode, delta: number): SyntaxNode {
  if (delta === 0) return node;
  switch (node.kind) {
    case 'scalar':
    case 'alias':
      return { ...node, start: node.start + delta, end: node.end + delta };
    case 'map':
      return new ShiftedMap(node, delta);
    case 'list':
      return new ShiftedList(node, delta);
    default:
      return assertNever(node);
  }
}

/**
 * A map or list as it was first read; other nodes as they are. Two nodes of successive trees with one origin are the same text with the same
 * meaning, at places that may differ: what is derived from a node's content alone can be kept by it. Nodes of documents
 * with aliases are their own origin.
 */
export function originOf(node: SyntaxNode): SyntaxNode {
  return node instanceof ShiftedMap || node instanceof ShiftedList ? node.origin() : node;
}

/** An entry of a map, `delta` characters further on. */
export function shiftEntry(entry: MapEntry, delta: number): MapEntry {
  return delta === 0 ? entry : new ShiftedEntry(entry, delta);
}

/** An item of a list, `delta` characters further on. */
export function shiftItem(item: ListItem, delta: number): ListItem {
  return delta === 0 ? item : new ShiftedItem(item, delta);
}

class ShiftedMap implements MapNode {
  readonly kind = 'map';
  readonly start: number;
  readonly end: number;
  readonly anchor: string | null;
  readonly tag: string | null;
  readonly style: MapNode['style'];
  readonly #from: MapNode;
  readonly #delta: number;
  #entries: readonly MapEntry[] | undefined;

  constructor(from: MapNode, delta: number) {
    this.start = from.start + delta;
    this.end = from.end + delta;
    this.anchor = from.anchor;
    this.tag = from.tag;
    this.style = from.style;
    this.#from = from;
    this.#delta = delta;
  }

  origin(): MapNode {
    return this.#from instanceof ShiftedMap ? this.#from.origin() : this.#from;
  }

  get entries(): readonly MapEntry[] {
    this.#entries ??= this.#from.entries.map((entry) => shiftEntry(entry, this.#delta));
    return this.#entries;
  }
}

class ShiftedList implements ListNode {
  readonly kind = 'list';
  readonly start: number;
  readonly end: number;
  readonly anchor: string | null;
  readonly tag: string | null;
  readonly style: ListNode['style'];
  readonly #from: ListNode;
  readonly #delta: number;
  #items: readonly ListItem[] | undefined;

  constructor(from: ListNode, delta: number) {
    this.start = from.start + delta;
    this.end = from.end + delta;
    this.anchor = from.anchor;
    this.tag = from.tag;
    this.style = from.style;
    this.#from = from;
    this.#delta = delta;
  }

  origin(): ListNode {
    return this.#from instanceof ShiftedList ? this.#from.origin() : this.#from;
  }

  get items(): readonly ListItem[] {
    this.#items ??= this.#from.items.map((item) => shiftItem(item, this.#delta));
    return this.#items;
  }
}

class ShiftedEntry implements MapEntry {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly #from: MapEntry;
  readonly #delta: number;
  #keyNode: SyntaxNode | undefined;
  #value: SyntaxNode | null | undefined;

  constructor(from: MapEntry, delta: number) {
    this.key = from.key;
    this.start = from.start + delta;
    this.end = from.end + delta;
    this.#from = from;
    this.#delta = delta;
  }

  get keyNode(): SyntaxNode {
    this.#keyNode ??= shiftNode(this.#from.keyNode, this.#delta);
    return this.#keyNode;
  }

  get value(): SyntaxNode | null {
    if (this.#value === undefined) this.#value = shiftValue(this.#from.value, this.#delta);
    return this.#value;
  }
}

class ShiftedItem implements ListItem {
  readonly start: number;
  readonly end: number;
  readonly #from: ListItem;
  readonly #delta: number;
  #value: SyntaxNode | null | undefined;

  constructor(from: ListItem, delta: number) {
    this.start = from.start + delta;
    this.end = from.end + delta;
    this.#from = from;
    this.#delta = delta;
  }

  get value(): SyntaxNode | null {
    if (this.#value === undefined) this.#value = shiftValue(this.#from.value, this.#delta);
    return this.#value;
  }
}

function shiftValue(value: SyntaxNode | null, delta: number): SyntaxNode | null {
  return value === null ? null : shiftNode(value, delta);
}
