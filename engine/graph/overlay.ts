/** The most values that lie over a map before they are put into a copy of it. */
const MOST = 64;

/** A map with other values for some of the keys it has, in the same order; made without reading the other keys. */
export function overlay<V>(map: ReadonlyMap<string, V>, values: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const { base, over } = map instanceof OverlaidMap ? (map as OverlaidMap<V>).layers() : { base: map, over: [] };
  const overlaid = new OverlaidMap(base, new Map([...over, ...values]));
  return overlaid.layers().over.size > MOST ? new Map(overlaid) : overlaid;
}

class OverlaidMap<V> implements ReadonlyMap<string, V> {
  readonly #base: ReadonlyMap<string, V>;
  readonly #over: ReadonlyMap<string, V>;

  constructor(base: ReadonlyMap<string, V>, over: ReadonlyMap<string, V>) {
    this.#base = base;
    this.#over = over;
  }

  layers() {
    return { base: this.#base, over: this.#over };
  }

  get size(): number {
    return this.#base.size;
  }

  get(key: string): V | undefined {
    return this.#over.has(key) ? this.#over.get(key) : this.#base.get(key);
  }

  has(key: string): boolean {
    return this.#base.has(key);
  }

  keys(): MapIterator<string> {
    return this.#base.keys();
  }

  *entries(): MapIterator<[string, V]> {
    for (const [key, value] of this.#base) yield [key, this.#over.get(key) ?? value];
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}
