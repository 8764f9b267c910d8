import { type BodyBounds, type BodyGate, tooMany } from './BodyBounds.ts';

const AMPERSAND = 0x26;

/** Counts the fields of a form while its bytes arrive. */
export class FormGate implements BodyGate {
  readonly #fields: number;
  #count = 1;

  constructor({ fields }: BodyBounds) {
    this.#fields = fields;
  }

  take(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
      this.#count += 1;
      if (this.#count > this.#fields) throw tooMany('fields', this.#fields, `number ${this.#count}`);
    }
  }

  end(): void {
    // What is counted is counted.
  }
}
