import type { ValueKind } from '../expression/index.ts';

/** What a value can be. */
export type Kind = ValueKind | 'null';

/** A value that has no parts, and is not null. */
export type Scalar = string | number | boolean;

/**
 * What is known of a value before the run: a set that holds every value it may have then.
 *
 * Members and items describe what is inside where the value is a map or a list; next to other kinds they hold for those values
 * only. They are made on first access: shapes may be endless, as a list of itself is.
 */
export interface Shape {
  /** For display: `text`, `number`, `list`, `map`, `true or false`, `"a" | "b"`, `any`. */
  readonly type: string;
  readonly description: string;
  /** The kinds it may have; null when it may be anything. */
  readonly kinds: readonly Kind[] | null;
  /** True where it may be missing, and so read as null, without being one of `kinds`. */
  readonly isOptional?: true;
  /** Where they are known: the texts, numbers and booleans it is one of, if it is one. */
  readonly values?: readonly Scalar[];
  /** Of a map: the keys that are known, by name. */
  readonly members?: ReadonlyMap<string, () => Shape>;
  /** Of a map: it has no keys besides `members`. */
  readonly isClosed?: true;
  /** Of a map by a schema: it lists its keys and says nothing about others, which may be there all the same. */
  readonly isListed?: true;
  /** Of a map: the value of every key that is not among `members`. */
  readonly others?: () => Shape;
  /** Of a list: what each item is. */
  readonly items?: () => Shape;
}

/** A value of which nothing is known. */
export const ANY: Shape = { type: 'any', description: '', kinds: null };

/** Null, or nothing at all. */
export const NOTHING: Shape = { type: 'null', description: '', kinds: ['null'] };

const WORDS: Readonly<Record<Kind, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'true or false',
  list: 'list',
  map: 'map',
  null: 'null',
};

/** More values than this are not listed one by one. */
const MOST_WORDS = 8;

export const TEXT = ofKinds(['text']);
export const NUMBER = ofKinds(['number']);
export const BOOLEAN = ofKinds(['boolean']);
/** A list or a map of which nothing more is known. */
export const LIST = ofKinds(['list']);
export const MAP = ofKinds(['map']);

/** The words for kinds and, where there are several, values. */
export function toWords(kinds: readonly Kind[] | null, values?: readonly Scalar[]): string {
  if (kinds === null) return 'any';
  if (values === undefined || values.length < 2) return kinds.map((kind) => WORDS[kind]).join(' or ');
  const named = values.slice(0, MOST_WORDS).map((value) => JSON.stringify(value));
  const others = kinds.filter((kind) => kind === 'list' || kind === 'map' || kind === 'null');
  return [...named, ...(values.length > MOST_WORDS ? ['…'] : []), ...others.map((kind) => WORDS[kind])].join(' | ');
}

/** A value of some kinds, without parts that are known. */
export function ofKinds(kinds: readonly Kind[], description = ''): Shape {
  return { type: toWords(kinds), description, kinds };
}

/** The same with a sentence about it. */
export function describe(shape: Shape, description: string): Shape {
  return { ...shape, description };
}

/** One of these. */
export function oneOf(values: readonly Scalar[]): Shape {
  const kinds = [...new Set(values.map(scalarKind))];
  return { type: toWords(kinds, values), description: '', kinds, values };
}

/** The kind of a value without parts. */
export function scalarKind(value: Scalar): Kind {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'boolean';
}

type Members = Readonly<Record<string, Shape | (() => Shape)>>;

/** A map with these keys and no others. */
export function mapOf(members: Members, description = ''): Shape {
  return { ...openMapOf(members, description), isClosed: true };
}

/** A map with these keys, and maybe others. */
export function openMapOf(members: Members, description = ''): Shape {
  return { ...MAP, description, members: new Map(toMembers(members)) };
}

/** Members by their names, each made on first access. */
export function toMembers(members: Members): readonly (readonly [string, () => Shape])[] {
  return Object.entries(members).map(
    ([name, shape]) => [name, typeof shape === 'function' ? lazy(shape) : () => shape] as const,
  );
}

/** A list with items of one shape. */
export function listOf(items: () => Shape, description = ''): Shape {
  return { ...LIST, description, items: lazy(items) };
}

/** The same, or null. */
export function orNull(shape: Shape): Shape {
  return shape.isOptional === true || shape.kinds === null ? shape : { ...shape, isOptional: true };
}

/** Whether it may be null. */
export function canBeNull(shape: Shape): boolean {
  return shape.kinds === null || shape.isOptional === true || shape.kinds.includes('null');
}

/** Whether it is known to be null, always. */
export function isNull(shape: Shape): boolean {
  return shape.kinds?.every((kind) => kind === 'null') ?? false;
}

/** Whether it may be of a kind. */
export function canBe(shape: Shape, kind: Kind): boolean {
  return shape.kinds === null || shape.kinds.includes(kind) || (kind === 'null' && shape.isOptional === true);
}

/** How many shapes may be made inside of each other; deeper ones are ANY. */
const DEEPEST = 60;
/** How many nested shapes are being made now. */
const making = { depth: 0 };

/** Makes a shape once, on first access. One that depends on itself is anything. */
export function lazy(make: () => Shape): () => Shape {
  let made: Shape | undefined;
  let isBusy = false;
  return () => {
    if (made !== undefined) return made;
    if (isBusy || making.depth > DEEPEST) return ANY;
    isBusy = true;
    making.depth += 1;
    try {
      made = make();
      return made;
    } finally {
      isBusy = false;
      making.depth -= 1;
    }
  };
}
