import { FewMap } from './FewMap.ts';

/** Values by small whole numbers. */
export interface Table<V> {
  get(key: number): V | undefined;
  set(key: number, value: V): unknown;
  forEach(visit: (value: V, key: number) => void): void;
  /** Puts all of it into another. */
  copyTo(into: Pick<Table<V>, 'set'>): void;
  clear(): void;
}

/** A table for a few of many keys. */
export function createFewTable<V>(): Table<V> {
  return new FewMap();
}

/** A table for most of the keys up to `count`: it never grows, since growing copies it. */
export function createFullTable<V>(count: number): Table<V> {
  return new FullTable(count);
}

/** See {@link createFullTable}. */
export class FullTable<V> implements Table<V> {
  readonly #values: (V | undefined)[];

  constructor(count: number) {
    // oxlint-disable-next-line unicorn/no-new-array -- made in one piece: it neither grows nor is filled.
    this.#values = new Array<V | undefined>(count);
  }

  /** How many keys it was made for. */
  get capacity(): number {
    return this.#values.length;
  }

  get(key: number): V | undefined {
    return this.#values[key];
  }

  set(key: number, value: V): void {
    this.#values[key] = value;
  }

  forEach(visit: (value: V, key: number) => void): void {
    for (const [key, value] of this.#values.entries()) if (value !== undefined) visit(value, key);
  }

  copyTo(into: Pick<Table<V>, 'set'>): void {
    this.forEach((value, key) => into.set(key, value));
  }

  clear(): void {
    this.#values.fill(undefined);
  }
}
