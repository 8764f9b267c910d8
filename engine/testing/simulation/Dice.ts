/** Makes choices for a generator: the same rolls, the same choices. */
export class Dice {
  readonly #next: () => number;

  private constructor(next: () => number) {
    this.#next = next;
  }

  /** Dice that depend on a seed alone. */
  static ofSeed(seed: number): Dice {
    let state = seed | 0;
    return new Dice(() => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (mixed ^ (mixed >>> 14)) >>> 0;
    });
  }

  /** Dice over given numbers, so that fast-check shrinks a failure to a small case; 0 once they are used up. */
  static ofRolls(rolls: readonly number[]): Dice {
    let at = 0;
    return new Dice(() => rolls[at++] ?? 0);
  }

  /** From 0 up to, not including, `sides`. */
  roll(sides: number): number {
    return this.#next() % sides;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }

  /** One of the choices; `none` where there are none. */
  pick<T>(choices: readonly T[], none: T): T {
    return choices[this.roll(choices.length)] ?? none;
  }
}
