import { isJsonObject, type Json, type JsonObject } from '#engine/values';

/** How a value is asked for: by a control of its own, by the fields in it, or as JSON where no simple field fits. */
export type FieldKind = 'text' | 'long-text' | 'number' | 'switch' | 'choice' | 'list' | 'group' | 'json';

/** One field of a form that is drawn from a JSON Schema. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** Only for numbers: whether it must be a whole one. */
  readonly isInteger: boolean;
  /** Undefined when the schema gives none. */
  readonly defaultValue: Json | undefined;
  /** The choices of an enum, in order; empty otherwise. */
  readonly choices: readonly Json[];
  /** Of a group, its fields; else empty. */
  readonly fields: readonly FormField[];
  /** Of a list, the field of each of its items; else null. */
  readonly item: FormField | null;
}

/** A form of more fields than this is no form: it takes long to draw, and longer to fill in. */
const MOST_FIELDS = 200;

/** How many choices a field offers; of more, the value is asked for by its type. */
const MOST_CHOICES = 500;

/** How deep groups and lists are inside of each other; what is deeper is asked for as JSON. */
const DEEPEST = 4;

/**
 * The fields of a value by its schema (JSON Schema of an object), in the order of `properties`. Null when the schema
 * describes no object with properties, or one with more than 200: then the value is asked for as JSON.
 */
export function toFields(schema: Json | null): readonly FormField[] | null {
  const root = toField(schema ?? true, { name: '', isRequired: true, depth: 0 });
  return root.kind === 'group' ? root.fields : null;
}

interface FieldOrigin {
  readonly name: string;
  readonly isRequired: boolean;
  readonly depth: number;
}

/** The field of a whole value, of whatever kind. */
export function toRootField(schema: Json, label: string): FormField {
  const field = toField(schema, { name: '', isRequired: true, depth: 0 });
  return { ...field, label: field.label === '' ? label : field.label };
}

function toField(written: Json, { name, isRequired, depth }: FieldOrigin): FormField {
  const schema = isJsonObject(written) ? written : {};
  const listed = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
  const choices = listed.length > MOST_CHOICES ? [] : listed;
  const fields = choices.length === 0 ? propertiesOf(schema, depth) : [];
  const item = choices.length === 0 ? itemOf(schema, depth) : null;
  return {
    name,
    kind: choices.length > 0 ? 'choice' : fields.length > 0 ? 'group' : item !== null ? 'list' : toKind(schema),
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    description: typeof schema['description'] === 'string' ? schema['description'] : null,
    isRequired,
    isInteger: typeOf(schema) === 'integer',
    defaultValue: schema['default'],
    choices,
    fields,
    item,
  };
}

/** The fields of a map; none where the schema names no properties, or where there may be others next to them. */
function propertiesOf(schema: JsonObject, depth: number): readonly FormField[] {
  const { properties, required } = schema;
  const type = typeOf(schema);
  if (!isJsonObject(properties) || depth > DEEPEST || (type !== undefined && type !== 'object')) return [];
  if (Object.keys(properties).length > MOST_FIELDS) return [];
  const names = new Set<Json>(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, property]) =>
    toField(property, { name, isRequired: names.has(name), depth: depth + 1 }),
  );
}

/** The field of each item of a list; null where nothing is said of them, or they are no simple values. */
function itemOf(schema: JsonObject, depth: number): FormField | null {
  const { items } = schema;
  if (typeOf(schema) !== 'array' || !isJsonObject(items) || depth > DEEPEST) return null;
  const item = toField(items, { name: '', isRequired: true, depth: depth + 1 });
  return item.kind === 'json' || item.kind === 'list' ? null : item;
}

const LONG_TEXT = 60;

function toKind(schema: JsonObject): FieldKind {
  switch (typeOf(schema)) {
    case 'string': {
      const sample = schema['default'];
      const isLong = typeof sample === 'string' && (sample.length > LONG_TEXT || sample.includes('\n'));
      return isLong || Number(schema['maxLength']) > 200 ? 'long-text' : 'text';
    }
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'switch';
    default:
      return 'json';
  }
}

/** The type a value may have; of several, the one besides `null`, and none where that is not one. */
function typeOf(schema: JsonObject): Json | undefined {
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** What a field starts from: its default, what is in it, off for a required switch, as it looks. Undefined for nothing. */
export function initialValue({ kind, isRequired, defaultValue, fields }: FormField): Json | undefined {
  if (defaultValue !== undefined) return defaultValue;
  if (kind === 'switch') return isRequired ? false : undefined;
  if (kind !== 'group') return undefined;
  const inside = defaultInput(fields);
  return isRequired || Object.keys(inside).length > 0 ? inside : undefined;
}

/** What a new item of a list starts from. */
export function newItem(item: FormField): Json {
  return initialValue(item) ?? (item.kind === 'text' || item.kind === 'long-text' ? '' : null);
}

/** The defaults of the fields, as a value. */
export function defaultInput(fields: readonly FormField[]): JsonObject {
  const entries = fields.flatMap((field) => {
    const value = initialValue(field);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * What a form starts from: the defaults of the fields, and over them the last value. Of that, what the schema no longer
 * names is kept only where `allowsMore`.
 */
export function initialInput(fields: readonly FormField[], last: Json | null, allowsMore: boolean): JsonObject {
  if (!isJsonObject(last ?? undefined)) return defaultInput(fields);
  const names = new Set(fields.map(({ name }) => name));
  const kept = Object.entries(last as JsonObject).filter(([name]) => allowsMore || names.has(name));
  return { ...defaultInput(fields), ...Object.fromEntries(kept) };
}

/** Whether a value may hold more than the schema's `properties`. */
export function allowsMore(schema: Json | null): boolean {
  return !isJsonObject(schema ?? undefined) || (schema as JsonObject)['additionalProperties'] !== false;
}

/** The field at a JSON Pointer into the value of a form, or the innermost one around that place, with what is left of the pointer. */
export function findField(
  fields: readonly FormField[],
  keys: readonly string[],
): { readonly pointer: string; readonly field: FormField; readonly rest: readonly string[] } | null {
  const [first = '', ...rest] = keys;
  const field = keys.length === 0 ? undefined : fields.find(({ name }) => name === first);
  return field === undefined ? null : descend(field, pointerTo('', first), rest);
}

function descend(field: FormField, pointer: string, keys: readonly string[]): ReturnType<typeof findField> {
  const [first, ...rest] = keys;
  if (first === undefined) return { pointer, field, rest: keys };
  if (field.item !== null) return descend(field.item, pointerTo(pointer, first), rest);
  const inner = field.fields.find(({ name }) => name === first);
  return inner === undefined ? { pointer, field, rest: keys } : descend(inner, pointerTo(pointer, first), rest);
}

/** Adds a key to a JSON Pointer (RFC 6901). */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys of a JSON Pointer; none for the whole value. */
export function keysOf(pointer: string): readonly string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A map with one member set, in its place; without it for undefined. */
export function withMember(values: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  return { ...values, [name]: value };
}
