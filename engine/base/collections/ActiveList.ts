/** An item of an {@link ActiveList}; it is in one list at most. */
export interface Listed<T> {
  isListed: boolean;
  /** Its neighbours in the list. */
  before: T | null;
  after: T | null;
}

/**
 * Activations of a scope, or the parts or scopes of one, in order of arrival, each linked to its neighbours: one more or less
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

  /** False where it is not in the list. */
  delete(item: T): boolean {
    if (!item.isListed) return false;
    const { before, after } = item;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    // A removed item must not keep its neighbours alive.
    item.isListed = false;
    item.before = null;
    item.after = null;
    return true;
  }

  /** Searches from the newest: repeated searches mostly find the same item. */
  find(test: (item: T) => boolean): T | null {
    for (let at = this.#last; at !== null; at = at.before) if (test(at)) return at;
    return null;
  }

  /** Iterates over a copy: items may be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const all: T[] = [];
    for (let at = this.#first; at !== null; at = at.after) all.push(at);
    return all.values();
  }
}
