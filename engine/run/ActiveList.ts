/** What can stand in an {@link ActiveList}: in one at most. */
export interface Listed<T> {
  /** Its neighbours; null while it stands in none. */
  links: Links<T> | null;
}

/** The neighbours of what stands in a list; an instance of a class, for the reason that activations are. */
export class Links<T> {
  before: T | null;
  after: T | null = null;

  constructor(before: T | null) {
    this.before = before;
  }
}

/**
 * Activations in order of arrival, those of a scope or the parts of one, each linked to its neighbours: one more or less
 * costs no table, which every step of a run would change twice.
 */
export class ActiveList<T extends Listed<T>> implements Iterable<T> {
  private first: T | null = null;
  private last: T | null = null;

  get isEmpty(): boolean {
    return this.first === null;
  }

  add(item: T): void {
    item.links = new Links(this.last);
    if (this.last?.links) this.last.links.after = item;
    else this.first = item;
    this.last = item;
  }

  /** False where it does not stand in the list. */
  delete(item: T): boolean {
    if (item.links === null) return false;
    const { before, after } = item.links;
    if (before?.links) before.links.after = after;
    else this.first = after;
    if (after?.links) after.links.before = before;
    else this.last = before;
    // What is over names no neighbour, or it would keep that alive.
    item.links = null;
    return true;
  }

  /** Looks at the newest first, which mostly stays the longest: who asks again finds the same one. */
  some(test: (item: T) => boolean): boolean {
    for (let at = this.last; at !== null; at = at.links?.before ?? null) if (test(at)) return true;
    return false;
  }

  /** Those that stand in it now, whatever is taken out meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const all: T[] = [];
    for (let at = this.first; at !== null; at = at.links?.after ?? null) all.push(at);
    return all.values();
  }
}
