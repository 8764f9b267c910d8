import { createRedactor, MASK, type Redactor } from './redact.ts';

/** The values that are masked in what a run gets back: they grow as it sends secrets. */
export class UsedSecrets {
  readonly #values: Map<string, string>;
  #redactor: Redactor | null = null;

  constructor(values: Iterable<string>) {
    this.#values = new Map([...values].map((value) => [value, MASK]));
  }

  /** The values so far, in the order in which they were first sent. */
  values(): Iterable<string> {
    return this.#values.keys();
  }

  add(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.set(value, MASK);
    this.#redactor = null;
  }

  /** Masks all values so far. */
  redactor(): Redactor {
    this.#redactor ??= createRedactor(this.#values);
    return this.#redactor;
  }
}
