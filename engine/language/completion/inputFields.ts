import { type Data, type DataMap, isDataMap } from '../../base/index.ts';

/**
 * How a value is asked for: `map` has keys of the author's own, `group` those of its schema, `code` is never a template, and
 * `any` is a value that no simple control fits.
 */
export type InputKind = 'text' | 'code' | 'number' | 'boolean' | 'choice' | 'map' | 'group' | 'list' | 'any';

/** A value that a tool reads, as a form asks for it. */
export interface InputField {
  /** Its key; empty for an item of a list. */
  readonly name: string;
  readonly kind: InputKind;
  /** Markdown; may be empty. */
  readonly description: string;
  readonly isRequired: boolean;
  /** Only for numbers. */
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Undefined where the schema gives none, or one that is no scalar. */
  readonly fallback?: string | number | boolean;
  /** Of a choice; else empty. */
  readonly choices: readonly (string | number | boolean | null)[];
  /** Of a group, its values; else empty. */
  readonly fields: readonly InputField[];
  /** Of a list, each of its items; null where nothing is said of them. */
  readonly item: InputField | null;
}

/** How deep groups and lists are inside of each other; what is deeper is `any`. */
const DEEPEST = 4;
/** A form of more than these is no form. */
const MOST_FIELDS = 200;
const MOST_CHOICES = 500;

/** The values that a JSON Schema names, in its order; none where it is no schema of a map with properties. */
export function fieldsOfSchema(schema: Data, verbatim: readonly string[] = []): readonly InputField[] {
  return propertiesOf(isDataMap(schema) ? schema : NO_SCHEMA, 0).map((field) =>
    verbatim.includes(field.name) ? { ...field, kind: 'code' } : field,
  );
}

const NO_SCHEMA: DataMap = new Map();

function propertiesOf(schema: DataMap, depth: number): readonly InputField[] {
  const properties = schema.get('properties');
  const required = listIn(schema, 'required');
  if (!isDataMap(properties) || properties.size > MOST_FIELDS || depth > DEEPEST) return [];
  return [...properties].map(([name, property]) =>
    toField(property, { name, isRequired: required.includes(name), depth: depth + 1 }),
  );
}

interface InputPlace {
  readonly name: string;
  readonly isRequired: boolean;
  readonly depth: number;
}

function toField(written: Data, { name, isRequired, depth }: InputPlace): InputField {
  const schema = isDataMap(written) ? written : NO_SCHEMA;
  const listed = listIn(schema, 'enum');
  const choices = listed.length <= MOST_CHOICES && listed.every(isScalar) ? listed : [];
  const type = typeOf(schema);
  const fields = choices.length > 0 || (type !== null && type !== 'object') ? [] : propertiesOf(schema, depth);
  const items = schema.get('items');
  const [minimum, maximum, fallback] = [schema.get('minimum'), schema.get('maximum'), schema.get('default')];
  const description = schema.get('description');
  return {
    name,
    kind: choices.length > 0 ? 'choice' : fields.length > 0 ? 'group' : kindOf(type, schema, depth),
    description: typeof description === 'string' ? description : '',
    isRequired,
    isInteger: type === 'integer',
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(fallback !== undefined && fallback !== null && isScalar(fallback) ? { fallback } : {}),
    choices,
    fields,
    item:
      type === 'array' && isDataMap(items) && depth <= DEEPEST
        ? toField(items, { name: '', isRequired: true, depth: depth + 1 })
        : null,
  };
}

function kindOf(type: string | null, schema: DataMap, depth: number): InputKind {
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return depth <= DEEPEST ? 'list' : 'any';
    case 'object':
      return schema.get('additionalProperties') === false || schema.has('properties') ? 'any' : 'map';
    default:
      return 'any';
  }
}

/** The type a value may have; of several, the one besides `null`, and null where that is not one. */
function typeOf(schema: DataMap): string | null {
  const types = [schema.get('type') ?? []].flat().filter((type) => type !== 'null');
  const [type] = types;
  return types.length === 1 && typeof type === 'string' ? type : null;
}

function isScalar(value: Data): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function listIn(schema: DataMap, key: string): readonly Data[] {
  const value = schema.get(key);
  return Array.isArray(value) ? value : [];
}
