/** Does what concerns one key one after the other. */
export class Lanes {
  /** What was asked for last, by key; it never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does something once all that was asked for the key before is over, however that ended. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = this.#last.get(key)?.then(work) ?? work();
    const over = done.catch(() => undefined);
    this.#last.set(key, over);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }

  /** Resolves once all that was asked for a key is over. */
  async whenFree(key: string): Promise<void> {
    await this.#last.get(key);
  }

  /** Resolves once all that was asked for is over. */
  async whenAllFree(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

/** Lets so many at a time do something; the others wait, in the order in which they came. */
export class Slots {
  readonly #most: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** How many do something now. */
  get taken(): number {
    return this.#taken;
  }

  /** Does something once there is room for it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) this.#taken += 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}
