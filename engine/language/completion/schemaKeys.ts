import { type Data, type DataMap, isDataMap } from '../../base/index.ts';
import type { FieldDescription, JsonType, SchemaProperty } from '../../schema/index.ts';

/** A key that a JSON Schema of a tool names, described as the format describes a field. */
export type ToolKey = Omit<SchemaProperty, 'isPresent'>;

/** The keys a JSON Schema names, in its order; none where it is no schema of a map. */
export function keysOfSchema(schema: Data): readonly ToolKey[] {
  if (!isDataMap(schema)) return [];
  const properties = schema.get('properties');
  const required = listIn(schema, 'required');
  if (!isDataMap(properties)) return [];
  return [...properties].map(([key, property]) => ({
    key,
    isRequired: required.includes(key),
    ...describe(isDataMap(property) ? property : NO_SCHEMA),
  }));
}

const NO_SCHEMA: DataMap = new Map();

function describe(schema: DataMap): FieldDescription {
  const type = schema.get('type') ?? null;
  const words = listIn(schema, 'enum').filter(isScalar);
  const [minimum, maximum, fallback] = [schema.get('minimum'), schema.get('maximum'), schema.get('default')];
  const description = schema.get('description');
  return {
    description: typeof description === 'string' ? description : '',
    type: (Array.isArray(type) ? type : [type]).filter(isType),
    examples: listIn(schema, 'examples').filter(isScalar),
    acceptsTemplate: true,
    isExtension: false,
    isSecret: false,
    isOpen: false,
    ...(words.length === 0 ? {} : { enum: words }),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(fallback !== undefined && isScalar(fallback) ? { default: fallback } : {}),
  };
}

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

function isType(type: unknown): type is JsonType {
  return TYPES.has(type);
}

function isScalar(value: Data): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function listIn(schema: DataMap, key: string): readonly Data[] {
  const value = schema.get(key);
  return Array.isArray(value) ? value : [];
}
