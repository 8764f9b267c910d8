/**
 * A set that mostly stays empty or holds one thing: that one costs no table. With the second, and where it is gone
 * through, it becomes an ordinary one until it is empty again: a table that is outgrown names the next, and one that has
 * grown old would keep alive all that was ever in those after it, until all of memory is gone through.
 */
export class FewSet<T> implements Iterable<T> {
  private first: T | undefined;
  private hasFirst = false;
  private table: Set<T> | null = null;

  get size(): number {
    return this.table === null ? Number(this.hasFirst) : this.table.size;
  }

  has(item: T): boolean {
    return this.table === null ? this.hasFirst && item === this.first : this.table.has(item);
  }

  add(item: T): this {
    if (this.table === null && (!this.hasFirst || item === this.first)) {
      this.first = item;
      this.hasFirst = true;
    } else this.open().add(item);
    return this;
  }

  delete(item: T): boolean {
    if (!this.has(item)) return false;
    if (this.size === 1) this.clear();
    else this.table?.delete(item);
    return true;
  }

  clear(): void {
    this.first = undefined;
    this.hasFirst = false;
    this.table = null;
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.size === 0 ? NOTHING : this.open())[Symbol.iterator]();
  }

  private open(): Set<T> {
    if (this.table !== null) return this.table;
    const table = new Set<T>();
    // Both were set together: `hasFirst` says so.
    if (this.hasFirst) table.add(this.first as T);
    this.table = table;
    return table;
  }
}

const NOTHING: readonly never[] = [];
