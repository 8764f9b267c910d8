import { isJsonObject, type Json, type JsonObject } from '#engine';

/** How a value is asked for: by a field of its own, or as JSON where no simple field fits. */
export type InputKind = 'text' | 'long-text' | 'number' | 'switch' | 'choice' | 'json';

/** One field of the form that starts a run. */
export interface InputField {
  readonly name: string;
  readonly kind: InputKind;
  readonly label: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** Undefined when the schema gives none. */
  readonly defaultValue: Json | undefined;
  /** The choices of an enum, in order; empty otherwise. */
  readonly choices: readonly Json[];
}

/**
 * The fields of a run's input by its `schema.input` (JSON Schema of an object), in the order of `properties`.
 * Null when the schema describes no object with properties: then the input is asked for as JSON.
 */
export function toInputFields(schema: Json | null): readonly InputField[] | null {
  if (!isJsonObject(schema ?? undefined)) return null;
  const { properties, required } = schema as JsonObject;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return null;
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => toField(name, property, names.includes(name)));
}

function toField(name: string, property: Json, isRequired: boolean): InputField {
  const schema = isJsonObject(property) ? property : {};
  const choices = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
  return {
    name,
    kind: choices.length > 0 ? 'choice' : toKind(schema),
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    description: typeof schema['description'] === 'string' ? schema['description'] : null,
    isRequired,
    defaultValue: schema['default'],
    choices,
  };
}

const LONG_TEXT = 60;

function toKind(schema: JsonObject): InputKind {
  switch (schema['type']) {
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

/** What a form starts from: the last input where there is one, else the defaults of the fields. */
export function initialInput(fields: readonly InputField[], last: Json | null): JsonObject {
  if (isJsonObject(last ?? undefined)) return last as JsonObject;
  const entries = fields.flatMap((field) =>
    field.defaultValue === undefined ? [] : [[field.name, field.defaultValue] as const],
  );
  return Object.fromEntries(entries);
}
