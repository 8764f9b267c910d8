/** Whether a run has nothing to do but wait, and since when. */
export class Idleness {
  /** How long it waits before it may rest, in ms; undefined: it never rests. */
  readonly #restAfter: number | undefined;
  #isIdle = false;
  /** When it may rest, by the steady clock; null while something is under way. */
  #restsAt: number | null = null;

  constructor(restAfter: number | undefined) {
    this.#restAfter = restAfter;
  }

  /** Takes what it is now; false where it was so before. */
  note(isIdle: boolean): boolean {
    if (isIdle === this.#isIdle) return false;
    this.#isIdle = isIdle;
    this.#restsAt = isIdle && this.#restAfter !== undefined ? performance.now() + this.#restAfter : null;
    return true;
  }

  /** In how many ms it may rest. */
  get untilRest(): number {
    return this.#restsAt === null ? Infinity : Math.max(0, this.#restsAt - performance.now());
  }
}
