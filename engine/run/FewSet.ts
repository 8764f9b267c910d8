/** A set that mostly stays empty, and costs no table before something is in it. */
export class FewSet<T> implements Iterable<T> {
  private table: Set<T> | null = null;

  get size(): number {
    return this.table === null ? 0 : this.table.size;
  }

  has(item: T): boolean {
    return this.table !== null && this.table.has(item);
  }

  add(item: T): this {
    this.table ??= new Set();
    this.table.add(item);
    return this;
  }

  delete(item: T): boolean {
    return this.table !== null && this.table.delete(item);
  }

  clear(): void {
    this.table?.clear();
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.table ?? NOTHING)[Symbol.iterator]();
  }
}

const NOTHING: readonly never[] = [];
