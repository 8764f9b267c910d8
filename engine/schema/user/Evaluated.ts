import type { Steps } from './Steps.ts';

/** The properties, or items, of one value that keywords have evaluated and found valid: `unevaluated…` apply to the remaining ones. */
export class Evaluated {
  readonly #steps: Steps;
  readonly #up: Evaluated | null;
  readonly #keys = new Set<string | number>();

  constructor(steps: Steps, up: Evaluated | null = null) {
    this.#steps = steps;
    this.#up = up;
  }

  add(key: string | number): void {
    this.#keys.add(key);
  }

  has(key: string | number): boolean {
    this.#steps.spend(1);
    return this.#keys.has(key) || (this.#up?.has(key) ?? false);
  }

  /** The scope of a schema inside of this one: it includes all evaluated before, and is dropped unless {@link take} keeps it. */
  inner(): Evaluated {
    return new Evaluated(this.#steps, this);
  }

  take(inner: Evaluated): void {
    this.#steps.spend(inner.#keys.size);
    for (const key of inner.#keys) this.#keys.add(key);
  }
}
