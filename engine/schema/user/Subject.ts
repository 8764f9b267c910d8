import type { Evaluated } from './Evaluated.ts';
import type { Finding, ValuePlace } from './Finding.ts';
import type { SchemaNode } from './prepareSchema.ts';
import type { Steps } from './Steps.ts';

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
