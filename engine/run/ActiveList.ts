import type { Activation } from './Run.ts';

/**
 * Activations of a scope in order of arrival, each linked to its neighbours: one more or less costs no table, which every
 * step of a run would change twice. An activation stands in one list at most.
 */
export class ActiveList implements Iterable<Activation> {
  private first: Activation | null = null;
  private last: Activation | null = null;

  add(activation: Activation): void {
    activation.links = new Links(this.last);
    if (this.last?.links) this.last.links.after = activation;
    else this.first = activation;
    this.last = activation;
  }

  /** False where it does not stand in the list. */
  delete(activation: Activation): boolean {
    if (activation.links === null) return false;
    const { before, after } = activation.links;
    if (before?.links) before.links.after = after;
    else this.first = after;
    if (after?.links) after.links.before = before;
    else this.last = before;
    // What is over names no neighbour, or it would keep that alive.
    activation.links = null;
    return true;
  }

  some(test: (activation: Activation) => boolean): boolean {
    for (let at = this.first; at !== null; at = at.links?.after ?? null) if (test(at)) return true;
    return false;
  }

  /** Those that stand in it now, whatever is taken out meanwhile. */
  [Symbol.iterator](): Iterator<Activation> {
    const all: Activation[] = [];
    for (let at = this.first; at !== null; at = at.links?.after ?? null) all.push(at);
    return all.values();
  }
}

/** The neighbours of an activation in its list; an instance of a class, for the reason that activations are. */
export class Links {
  before: Activation | null;
  after: Activation | null = null;

  constructor(before: Activation | null) {
    this.before = before;
  }
}
