/** Values by small whole numbers. */
export interface Table<V> {
  get(key: number): V | undefined;
  set(key: number, value: V): unknown;
  forEach(visit: (value: V, key: number) => void): void;
  /** Puts all of it into another. */
  copyTo(into: Pick<Table<V>, 'set'>): void;
  clear(): void;
}

/** A table for a few of many keys. */
export function createFewTable<V>(): Table<V> {
  return new FewMap();
}

/** A table for most of the keys up to `count`: it never grows, since growing copies it. */
export function createFullTable<V>(count: number): Table<V> {
  return new FullTable(count);
}

/** See {@link createFullTable}. */
export class FullTable<V> implements Table<V> {
  readonly #values: (V | undefined)[];

  constructor(count: number) {
    // oxlint-disable-next-line unicorn/no-new-array -- made in one piece: it neither grows nor is filled.
    this.#values = new Array<V | undefined>(count);
  }

  /** How many keys it was made for. */
  get capacity(): number {
    return this.#values.length;
  }

  get(key: number): V | undefined {
    return this.#values[key];
  }

  set(key: number, value: V): void {
    this.#values[key] = value;
  }

  forEach(visit: (value: V, key: number) => void): void {
    for (const [key, value] of this.#values.entries()) if (value !== undefined) visit(value, key);
  }

  copyTo(into: Pick<Table<V>, 'set'>): void {
    this.forEach((value, key) => into.set(key, value));
  }

  clear(): void {
    this.#values.fill(undefined);
  }
}

/**
 * A map that mostly stays empty or holds one entry: that one costs no table. With two tables for each item, a collection takes 40 % longer
 * (decision 152). With the second entry, and when it is iterated, it becomes an ordinary one.
 */
export class FewMap<K, V> implements Map<K, V> {
  #first: K | undefined;
  #value: V | undefined;
  #hasFirst = false;
  #table: Map<K, V> | null = null;

  get [Symbol.toStringTag](): string {
    return 'Map';
  }

  get size(): number {
    return this.#table === null ? Number(this.#hasFirst) : this.#table.size;
  }

  get(key: K): V | undefined {
    if (this.#table !== null) return this.#table.get(key);
    return this.#hasFirst && key === this.#first ? this.#value : undefined;
  }

  has(key: K): boolean {
    return this.#table === null ? this.#hasFirst && key === this.#first : this.#table.has(key);
  }

  set(key: K, value: V): this {
    if (this.#table === null && (!this.#hasFirst || key === this.#first)) {
      this.#first = key;
      this.#value = value;
      this.#hasFirst = true;
    } else this.#open().set(key, value);
    return this;
  }

  delete(key: K): boolean {
    if (this.#table !== null) return this.#table.delete(key);
    if (!this.#hasFirst || key !== this.#first) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.#first = undefined;
    this.#value = undefined;
    this.#hasFirst = false;
    this.#table?.clear();
  }

  forEach(visit: (value: V, key: K, map: Map<K, V>) => void): void {
    if (this.#table !== null) this.#table.forEach((value, key) => visit(value, key, this));
    // Both were set together: `hasFirst` proves it.
    else if (this.#hasFirst) visit(this.#value as V, this.#first as K, this);
  }

  /** Puts all of it into another. */
  copyTo(into: { set(key: K, value: V): unknown }): void {
    if (this.#table !== null) this.#table.forEach((value, key) => into.set(key, value));
    // Both were set together: `hasFirst` proves it.
    else if (this.#hasFirst) into.set(this.#first as K, this.#value as V);
  }

  keys(): MapIterator<K> {
    return this.#open().keys();
  }

  values(): MapIterator<V> {
    return this.#open().values();
  }

  entries(): MapIterator<[K, V]> {
    return this.#open().entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  #open(): Map<K, V> {
    if (this.#table !== null) return this.#table;
    const table = new Map<K, V>();
    // Both were set together: `hasFirst` proves it.
    if (this.#hasFirst) table.set(this.#first as K, this.#value as V);
    this.#table = table;
    return table;
  }
}
