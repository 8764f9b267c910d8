/** What can stand in an {@link ActiveList}: in one at most. */
export interface Listed<T> {
  isListed: boolean;
  /** Its neighbours in the list. */
  before: T | null;
  after: T | null;
}

/**
 * Activations in order of arrival, those of a scope or the parts of one, each linked to its neighbours: one more or less
 * costs no table, which every step of a run would change twice.
 */
export class ActiveList<T extends Listed<T>> implements Iterable<T> {
  #first: T | null = null;
  #last: T | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  add(item: T): void {
    item.isListed = true;
    item.before = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.after = item;
    this.#last = item;
  }

  /** False where it does not stand in the list. */
  delete(item: T): boolean {
    if (!item.isListed) return false;
    const { before, after } = item;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    // What is over names no neighbour, or it would keep that alive.
    item.isListed = false;
    item.before = null;
    item.after = null;
    return true;
  }

  /** Looks at the newest first, which mostly stays the longest: who asks again finds the same one. */
  find(test: (item: T) => boolean): T | null {
    for (let at = this.#last; at !== null; at = at.before) if (test(at)) return at;
    return null;
  }

  /** Those that stand in it now, whatever is taken out meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const all: T[] = [];
    for (let at = this.#first; at !== null; at = at.after) all.push(at);
    return all.values();
  }
}
