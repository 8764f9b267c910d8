/** A map of a limited size: setting an entry makes it the newest, and where there is no room the one that was set longest ago is dropped. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();

  /** @param most how many entries it holds, at least 1 */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, whose age stays as it is; undefined for one that was never set, or was dropped. */
  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  /** Those that are there, the one that was set longest ago first. */
  entries(): Iterable<readonly [Key, Value]> {
    return this.#entries;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
