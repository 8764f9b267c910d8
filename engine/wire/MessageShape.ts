import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../base/index.ts';

/** Where a message is not what it should be, and why. */
export interface Misfit {
  /** Keys and indices that lead to the place; none: the message itself. */
  readonly path: readonly (string | number)[];
  /** Follows the place in a sentence: `is not a text`. */
  readonly reason: string;
}

/** What is known of any part of a message. */
export interface Checked {
  readonly schema: JsonObject;
  /** Of a field: it may be absent when it is read. `written`: it is written always. */
  readonly isOptional?: true | 'written';
  /** The first place of a value that does not fit; null where it fits. */
  readonly find: (value: Json) => Misfit | null;
}

/** What a part of a message has to be: its JSON Schema, and the check of a value by the same facts. */
export interface MessageShape<T> extends Checked {
  /** For the compiler alone: two shapes are interchangeable only where their values are. */
  readonly type?: (value: T) => T;
}

/** A field of a record that may be absent. */
export interface OptionalShape<T> extends MessageShape<T> {
  readonly isOptional: true | 'written';
}

/** The fields of a record: one that may be absent is an {@link optional} one. */
export type FieldsOf<T> = {
  readonly [Key in keyof T]-?: object extends Pick<T, Key>
    ? OptionalShape<Exclude<T[Key], undefined>>
    : MessageShape<T[Key]>;
};

/** What a message of a shape is. */
export type MessageOf<Shape> = Shape extends MessageShape<infer T> ? T : never;

type OptionalKey<Fields, Key extends keyof Fields> = Fields[Key] extends { readonly isOptional: unknown } ? Key : never;

/** The map that fields describe. */
export type RecordOf<Fields> = {
  readonly [Key in keyof Fields as Exclude<Key, OptionalKey<Fields, Key>>]: MessageOf<Fields[Key]>;
} & { readonly [Key in keyof Fields as OptionalKey<Fields, Key>]?: MessageOf<Fields[Key]> };

/** Reads a value as a message. What fits is the value itself: fields that are not known here stay in it. */
export function readAs<T>(shape: MessageShape<T>, value: Json): Result<T, Misfit> {
  const misfit = shape.find(value);
  // Each part of it was looked at.
  return misfit === null ? ok(value as T) : err(misfit);
}

/** A message as JSON: it is plain data. */
export function writeAs<T>(_: MessageShape<T>, message: T): Json {
  return message as unknown as Json;
}

/** A misfit in words: `events[3].event.seq is not a number`. `name` is what the message is called. */
export function describeMisfit({ path, reason }: Misfit, name: string): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return `${path.length === 0 ? name : place.replace(/^\./, '')} ${reason}`;
}

function misfit(reason: string): Misfit {
  return { path: [], reason };
}

/** Any text; `T`: the names that it is one of, which are not checked. */
export function text<T extends string = string>(): MessageShape<T> {
  return { schema: { type: 'string' }, find: (value) => (typeof value === 'string' ? null : misfit('is not a text')) };
}

export const NUMBER: MessageShape<number> = {
  schema: { type: 'number' },
  find: (value) => (typeof value === 'number' ? null : misfit('is not a number')),
};

export const INTEGER: MessageShape<number> = {
  schema: { type: 'integer' },
  find: (value) => (Number.isInteger(value) ? null : misfit('is not a whole number')),
};

export const BOOLEAN: MessageShape<boolean> = {
  schema: { type: 'boolean' },
  find: (value) => (typeof value === 'boolean' ? null : misfit('is neither true nor false')),
};

/** Any JSON value. */
export const ANY: MessageShape<Json> = { schema: { description: 'Any JSON value' }, find: () => null };

/** One of these words. */
export function oneOf<const T extends string | number | boolean>(...words: readonly T[]): MessageShape<T> {
  const known: ReadonlySet<Json> = new Set(words);
  return {
    schema: { enum: [...words] },
    find: (value) => (known.has(value) ? null : misfit(`is not one of ${words.join(', ')}`)),
  };
}

/** The same, of which more is asked. @param reason follows the place of one that is not so: `is not a rate` */
export function checked<T>(
  { schema, find }: MessageShape<T>,
  isSo: (value: T) => boolean,
  reason: string,
): MessageShape<T> {
  // What fits the shape is of its type.
  return { schema, find: (value) => find(value) ?? (isSo(value as T) ? null : misfit(reason)) };
}

/** The same, or null. */
export function maybe<T>({ schema, find }: MessageShape<T>): MessageShape<T | null> {
  return { schema: { anyOf: [schema, { type: 'null' }] }, find: (value) => (value === null ? null : find(value)) };
}

/** What fits one of these. */
export function either<T, U>(one: MessageShape<T>, other: MessageShape<U>): MessageShape<T | U> {
  return {
    schema: { anyOf: [one.schema, other.schema] },
    find: (value) => (one.find(value) === null ? null : other.find(value)),
  };
}

export function list<T>({ schema, find }: MessageShape<T>): MessageShape<readonly T[]> {
  return {
    schema: { type: 'array', items: schema },
    find: (value) => {
      if (!Array.isArray(value)) return misfit('is not a list');
      for (const [index, item] of value.entries()) {
        const found = find(item);
        if (found !== null) return { ...found, path: [index, ...found.path] };
      }
      return null;
    },
  };
}

/** A map whose keys may be anything. */
export function mapOf<T>({ schema, find }: MessageShape<T>): MessageShape<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: schema },
    find: (value) => {
      if (!isJsonObject(value)) return misfit('is not a map');
      for (const [key, part] of Object.entries(value)) {
        const found = find(part);
        if (found !== null) return { ...found, path: [key, ...found.path] };
      }
      return null;
    },
  };
}

/** A field that may be absent. */
export function optional<T>(shape: MessageShape<T>): OptionalShape<T> {
  return { ...shape, isOptional: true };
}

/** A field that is always written, and without which a reader manages: other versions may not write it. */
export function written<T>(shape: MessageShape<T>): OptionalShape<T> {
  return { ...shape, isOptional: 'written' };
}

/** A map with these fields. Its schema says what is written; when it is read it may have others, which newer versions write. */
export function record<T extends object>(fields: FieldsOf<T>): MessageShape<T> {
  const all = Object.entries<Checked>(fields);
  const required = all.flatMap(([key, field]) => (field.isOptional === true ? [] : [key]));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(all.map(([key, { schema }]) => [key, schema])),
      required,
      additionalProperties: false,
    },
    find: (value) => {
      if (!isJsonObject(value)) return misfit('is not a map');
      for (const [key, field] of all) {
        const own = Object.hasOwn(value, key) ? value[key] : undefined;
        if (own === undefined && field.isOptional !== undefined) continue;
        const found = own === undefined ? misfit('is missing') : field.find(own);
        if (found !== null) return { ...found, path: [key, ...found.path] };
      }
      return null;
    },
  };
}

/** A map with these fields, as {@link record}: its type follows from them. */
export function recordOf<const Fields extends Readonly<Record<string, Checked>>>(
  fields: Fields,
): MessageShape<RecordOf<Fields>> {
  return record<object>(fields) as MessageShape<RecordOf<Fields>>;
}

/** A map of which only these fields are checked: the others are for whoever takes it. */
export function partly<T extends object>(
  fields: { readonly [Key in Extract<keyof T, string>]?: MessageShape<T[Key]> },
): MessageShape<T> {
  const { schema, find } = record<object>(fields);
  const { additionalProperties: _, ...open } = schema;
  return { schema: open, find };
}

/** One of several maps, which their `type` tells apart. One of a type that is not known here, which a newer version writes, does not fit. */
export function byType<T extends { readonly type: string }>(
  shapes: Readonly<Record<string, Checked>>,
): MessageShape<T> {
  const known = new Map(Object.entries(shapes));
  return {
    schema: { anyOf: [...known.values()].map(({ schema }) => schema) },
    find: (value) => {
      const type = isJsonObject(value) ? value['type'] : undefined;
      if (typeof type !== 'string') return { path: ['type'], reason: 'is not a text' };
      const shape = known.get(type);
      return shape === undefined
        ? { path: ['type'], reason: `is “${type}”, which is not known here` }
        : shape.find(value);
    },
  };
}

/** The same with a description in its schema. */
export function described<T>(shape: MessageShape<T>, description: string): MessageShape<T> {
  return { ...shape, schema: { ...shape.schema, description } };
}
