/** Bits of an index that choose a child of a node. */
const BITS = 5;
/** Bits of an index below those that choose a child of the root: there are six levels. */
const TOP = 25;

/** Its children: nodes, or values where it is a leaf. */
type Node<T> = (Node<T> | T | undefined)[];

/**
 * Values by whole numbers from 0 to 2^30 - 1, as a persistent radix tree of nodes of at most 32: a copy takes constant
 * time, and shares every node with the original until one of the two writes to it.
 */
export class SharedArray<T> {
  #root: Node<T> = [];
  /** The nodes that no copy has: these are written in place. */
  readonly #own = new Set<Node<T>>();

  copy(): SharedArray<T> {
    const copy = new SharedArray<T>();
    copy.#root = this.#root;
    this.#own.clear();
    return copy;
  }

  get(index: number): T | undefined {
    let node: Node<T> | undefined = this.#root;
    // What is above a leaf is a node, what is in one a value.
    for (let shift = TOP; shift > 0; shift -= BITS) node = node?.[childOf(index, shift)] as Node<T> | undefined;
    return node?.[childOf(index, 0)] as T | undefined;
  }

  /** `undefined` takes a value out. */
  set(index: number, value: T | undefined): void {
    this.#root = this.#write(this.#root, TOP, index, value);
  }

  /** In order of their indexes. */
  values(): Generator<T, undefined> {
    return listValues(this.#root, TOP);
  }

  /** Adds its nodes to a set, which then tells how much several copies hold together: for tests. */
  listNodes(into: Set<unknown>, node: Node<T> = this.#root, shift = TOP): void {
    into.add(node);
    // What is above a leaf is a node.
    if (shift > 0) for (const child of node) if (child) this.listNodes(into, child as Node<T>, shift - BITS);
  }

  #write(node: Node<T> = [], shift: number, index: number, value: T | undefined): Node<T> {
    const own = this.#own.has(node) ? node : node.slice();
    this.#own.add(own);
    const at = childOf(index, shift);
    // What is above a leaf is a node.
    own[at] = shift > 0 ? this.#write(own[at] as Node<T> | undefined, shift - BITS, index, value) : value;
    return own;
  }
}

function childOf(index: number, shift: number): number {
  return (index >>> shift) & 31;
}

function* listValues<T>(node: Node<T>, shift: number): Generator<T, undefined> {
  for (const child of node) {
    if (child === undefined) continue;
    // What is above a leaf is a node, what is in one a value.
    if (shift > 0) yield* listValues(child as Node<T>, shift - BITS);
    else yield child as T;
  }
  return undefined;
}
