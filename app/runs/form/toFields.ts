import { isJsonObject, type Json, type JsonObject } from '#engine/values';

/** How a value is asked for: by a separate field, or as JSON where no simple field fits. */
export type InputKind = 'text' | 'long-text' | 'number' | 'switch' | 'choice' | 'json';

/** One field of the form that starts a run. */
export interface InputField {
  readonly name: string;
  readonly kind: InputKind;
  readonly label: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** Only for numbers: whether it must be a whole one. */
  readonly isInteger: boolean;
  /** Undefined when the schema gives none. */
  readonly defaultValue: Json | undefined;
  /** The choices of an enum, in order; empty otherwise. */
  readonly choices: readonly Json[];
}

/** A form of more fields than this is no form: it takes long to draw, and longer to fill in. */
const MOST_FIELDS = 200;

/** How many choices a field offers; of more, the value is asked for by its type. */
const MOST_CHOICES = 500;

/**
 * The fields of a run's input by its `schema.input` (JSON Schema of an object), in the order of `properties`.
 * Null when the schema describes no object with properties, or one with more than 200: then the input is asked for as
 * JSON.
 */
export function toInputFields(schema: Json | null): readonly InputField[] | null {
  if (!isJsonObject(schema ?? undefined)) return null;
  const { properties, required } = schema as JsonObject;
  const count = isJsonObject(properties) ? Object.keys(properties).length : 0;
  if (!isJsonObject(properties) || count === 0 || count > MOST_FIELDS) return null;
  const names = new Set<Json>(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, property]) => toField(name, property, names.has(name)));
}

function toField(name: string, property: Json, isRequired: boolean): InputField {
  const schema = isJsonObject(property) ? property : {};
  const listed = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
  const choices = listed.length > MOST_CHOICES ? [] : listed;
  return {
    name,
    kind: choices.length > 0 ? 'choice' : toKind(schema),
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    description: typeof schema['description'] === 'string' ? schema['description'] : null,
    isRequired,
    isInteger: typeOf(schema) === 'integer',
    defaultValue: schema['default'],
    choices,
  };
}

const LONG_TEXT = 60;

function toKind(schema: JsonObject): InputKind {
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

/** The defaults of the fields, as an input. A required switch without one is off, as it looks. */
export function defaultInput(fields: readonly InputField[]): JsonObject {
  const entries = fields.flatMap(({ name, kind, isRequired, defaultValue }) => {
    const value = defaultValue ?? (kind === 'switch' && isRequired ? false : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * What a form starts from: the defaults of the fields, and over them the last input. Of the last input, what the schema
 * no longer names is kept only where `allowsMore`.
 */
export function initialInput(fields: readonly InputField[], last: Json | null, allowsMore: boolean): JsonObject {
  if (!isJsonObject(last ?? undefined)) return defaultInput(fields);
  const names = new Set(fields.map(({ name }) => name));
  const kept = Object.entries(last as JsonObject).filter(([name]) => allowsMore || names.has(name));
  return { ...defaultInput(fields), ...Object.fromEntries(kept) };
}

/** Whether an input may hold more than the schema's `properties`. */
export function allowsMore(schema: Json | null): boolean {
  return !isJsonObject(schema ?? undefined) || (schema as JsonObject)['additionalProperties'] !== false;
}
