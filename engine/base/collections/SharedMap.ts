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
class SharedArray<T> {
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

interface KeyedValue<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Keys that are near each other with the places of their entries. */
type Bucket<K> = Map<K, number>;

/** How many consecutive numbers share a bucket, as a power of 2. */
const NEAR = 4;
/** How many buckets strings are spread over, less one. */
const MOST_HASHES = (1 << 12) - 1;

/** Entries taken out that need not be removed from the list of entries yet. */
const SPARE = 32;

/**
 * A map that is copied in constant time: a copy shares all that neither of the two changes. To change an entry costs the
 * same however many there are. Goes through its entries in the order in which they were added, as a `Map` does.
 */
export class SharedMap<K extends string | number, V> implements ReadonlyMap<K, V> {
  /** In order; places of entries that were taken out are empty. */
  #entries = new SharedArray<KeyedValue<K, V>>();
  #buckets = new SharedArray<Bucket<K>>();
  /** The buckets that no copy has: these are written in place. */
  readonly #own = new Set<Bucket<K>>();
  /** The place after the last entry. */
  #end = 0;
  #size = 0;

  /** A copy of any map; in constant time of a shared one. */
  static copy<K extends string | number, V>(map: ReadonlyMap<K, V>): SharedMap<K, V> {
    const copy = new SharedMap<K, V>();
    if (map instanceof SharedMap) copy.#take(map);
    else for (const [key, value] of map) copy.set(key, value);
    return copy;
  }

  get [Symbol.toStringTag](): string {
    return 'Map';
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const place = this.#placeOf(key);
    return place === undefined ? undefined : this.#entries.get(place)?.value;
  }

  has(key: K): boolean {
    return this.#placeOf(key) !== undefined;
  }

  set(key: K, value: V): this {
    const place = this.#placeOf(key);
    if (place === undefined) this.#add(key, value);
    else this.#entries.set(place, { key, value });
    return this;
  }

  delete(key: K): boolean {
    const place = this.#placeOf(key);
    if (place === undefined) return false;
    this.#openBucket(key).delete(key);
    this.#entries.set(place, undefined);
    this.#size -= 1;
    if (place === this.#end - 1) this.#end = place;
    return true;
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  keys(): Generator<K, undefined> {
    return this.#list(({ key }) => key);
  }

  values(): Generator<V, undefined> {
    return this.#list(({ value }) => value);
  }

  entries(): Generator<[K, V], undefined> {
    return this.#list(({ key, value }) => [key, value]);
  }

  [Symbol.iterator](): Generator<[K, V], undefined> {
    return this.entries();
  }

  /** Adds the parts it consists of to a set, which then tells how much several copies hold together: for tests. */
  listParts(into: Set<unknown>): void {
    this.#entries.listNodes(into);
    this.#buckets.listNodes(into);
    for (const bucket of this.#buckets.values()) into.add(bucket);
  }

  /** Becomes a copy of another one. */
  #take(other: SharedMap<K, V>): void {
    this.#entries = other.#entries.copy();
    this.#buckets = other.#buckets.copy();
    this.#end = other.#end;
    this.#size = other.#size;
    this.#own.clear();
    other.#own.clear();
  }

  #placeOf(key: K): number | undefined {
    return this.#buckets.get(addressOf(key))?.get(key);
  }

  #add(key: K, value: V): void {
    if (this.#end >= 2 * this.#size + SPARE) this.#compact();
    this.#openBucket(key).set(key, this.#end);
    this.#entries.set(this.#end, { key, value });
    this.#end += 1;
    this.#size += 1;
  }

  /** Removes empty places: at most every so many changes as there are entries. */
  #compact(): void {
    this.#take(SharedMap.copy(new Map(this)));
  }

  *#list<T>(toItem: (entry: KeyedValue<K, V>) => T): Generator<T, undefined> {
    for (const entry of this.#entries.values()) yield toItem(entry);
    return undefined;
  }

  #openBucket(key: K): Bucket<K> {
    const address = addressOf(key);
    const bucket = this.#buckets.get(address);
    if (bucket !== undefined && this.#own.has(bucket)) return bucket;
    const own = new Map(bucket);
    this.#own.add(own);
    this.#buckets.set(address, own);
    return own;
  }
}

/** The bucket of a key. Keys that are no whole numbers share some, which is slow, not wrong. */
function addressOf(key: string | number): number {
  if (typeof key === 'number') return key >>> NEAR;
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 12)) & MOST_HASHES;
}
