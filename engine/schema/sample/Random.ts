/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;
  readonly #used = new Map<readonly string[], Set<string>>();

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** One of a list of texts, none twice before all were picked. */
  pickFresh(list: readonly string[]): string {
    let used = this.#used.get(list);
    if (used === undefined || used.size === list.length) {
      used = new Set();
      this.#used.set(list, used);
    }
    const taken = used;
    const text = this.pick(list.filter((item) => !taken.has(item)));
    taken.add(text);
    return text;
  }
}
