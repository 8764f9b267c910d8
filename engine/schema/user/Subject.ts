import type { SchemaNode } from './compileSchema.ts';
import type { Finding, ValuePlace } from './Finding.ts';
import { SCHEMA_LIMITS } from './keywords.ts';

/** A value where it is. */
export interface Subject<T = unknown> {
  readonly value: T;
  readonly place: ValuePlace | null;
  /** What was evaluated of it; null where no keyword depends on that. */
  readonly evaluated: Evaluated | null;
  readonly depth: number;
}

export type Keywords = Readonly<Record<string, unknown>>;
export type List = readonly unknown[];
export type Map = Readonly<Record<string, unknown>>;

/** What checks of one kind of value ask for the parts of it. */
export interface Checker {
  readonly steps: Steps;
  /** A schema for the same value. */
  readonly here: (node: SchemaNode, subject: Subject, evaluated?: Evaluated | null) => Finding;
  /** A schema for a property or an item of a value. */
  readonly inside: (node: SchemaNode, subject: Subject<List | Map>, key: string | number) => Finding;
  /** A schema for the name of a property. */
  readonly name: (node: SchemaNode, subject: Subject, key: string) => Finding;
}

export function nodesOf(value: unknown): readonly SchemaNode[] {
  return isList(value) ? value.filter(isNode) : [];
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'boolean' || isMap(value);
}

export function isList(value: unknown): value is List {
  return Array.isArray(value);
}

export function isMap(value: unknown): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Counts what checking a value costs. One step is about one schema at one place of the value. */
export class Steps {
  #left: number;

  constructor(limit: number = SCHEMA_LIMITS.steps) {
    this.#left = limit;
  }

  /** Throws a RangeError, with a sentence for the user, once no step is left. */
  spend(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new RangeError('checking it takes too many steps');
  }
}
