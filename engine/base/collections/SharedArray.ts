/** Bits of an index that choose a child of a node. */
const BITS = 5;
const WIDTH = 1 << BITS;

/** Its children: nodes, or values where it is a leaf. All leaves are equally deep. */
type Node<T> = (Node<T> | T | undefined)[];

/**
 * Values by whole numbers from 0 to 2^30 - 1, as a persistent radix tree of nodes of 32: a copy takes constant time, and
 * shares every node with the original until one of the two writes to it.
 */
export class SharedArray<T> {
  #root: Node<T> = [];
  /** Bits of an index below those that choose a child of the root. */
  #shift = 0;
  /** The nodes that no copy has: these are written in place. */
  readonly #own = new Set<Node<T>>();

  copy(): SharedArray<T> {
    const copy = new SharedArray<T>();
    copy.#root = this.#root;
    copy.#shift = this.#shift;
    this.#own.clear();
    return copy;
  }

  get(index: number): T | undefined {
    if (index >>> this.#shift >= WIDTH) return undefined;
    let node: Node<T> | undefined = this.#root;
    // What is above a leaf is a node.
    for (let shift = this.#shift; shift > 0; shift -= BITS) node = node?.[childOf(index, shift)] as Node<T> | undefined;
    return node?.[childOf(index, 0)] as T | undefined;
  }

  /** `undefined` takes a value out. */
  set(index: number, value: T | undefined): void {
    for (; index >>> this.#shift >= WIDTH; this.#shift += BITS) {
      this.#root = [this.#root];
      this.#own.add(this.#root);
    }
    this.#root = this.#write(this.#root, this.#shift, index, value);
  }

  /** In order of their indexes. */
  values(): Generator<T, undefined> {
    return listValues(this.#root, this.#shift);
  }

  /** Adds its nodes to a set, which then tells how much several copies hold together: for tests. */
  listNodes(into: Set<unknown>): void {
    const visit = (node: Node<T>, shift: number): void => {
      into.add(node);
      // What is above a leaf is a node.
      if (shift > 0) for (const child of node) if (child !== undefined) visit(child as Node<T>, shift - BITS);
    };
    visit(this.#root, this.#shift);
  }

  #write(node: Node<T> | undefined, shift: number, index: number, value: T | undefined): Node<T> {
    const own = node === undefined ? [] : this.#own.has(node) ? node : node.slice();
    this.#own.add(own);
    const at = childOf(index, shift);
    while (own.length < at) own.push(undefined);
    // What is above a leaf is a node.
    own[at] = shift === 0 ? value : this.#write(own[at] as Node<T> | undefined, shift - BITS, index, value);
    return own;
  }
}

function childOf(index: number, shift: number): number {
  return (index >>> shift) & (WIDTH - 1);
}

function* listValues<T>(node: Node<T>, shift: number): Generator<T, undefined> {
  for (const child of node) {
    if (child === undefined) continue;
    // What is above a leaf is a node.
    if (shift === 0) yield child as T;
    else yield* listValues(child as Node<T>, shift - BITS);
  }
  return undefined;
}
