import { type Data, isDataMap } from '../../base/index.ts';
import { describePath } from '../../schema/index.ts';
import type { Path } from '../../text/index.ts';
import type { Proposal } from '../places/LanguageItem.ts';

/** Keywords of JSON Schema 2020-12 that people write, with their meaning. */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['type', 'Which kinds of value there may be.'],
  ['properties', 'The keys of a map, each with the schema of its value.'],
  ['required', 'The keys that must be there.'],
  ['items', 'The schema of each item of a list.'],
  ['enum', 'The values there may be.'],
  ['description', 'What the value is for. Models read it.'],
  ['default', 'The value if there is no other.'],
  ['title', 'A short name.'],
  ['format', 'A kind of text, such as an e-mail address or a date.'],
  ['minimum', 'The smallest number.'],
  ['maximum', 'The largest number.'],
  ['minLength', 'The fewest characters of a text.'],
  ['maxLength', 'The most characters of a text.'],
  ['pattern', 'A regular expression (RE2) that a text must match somewhere.'],
  ['minItems', 'The fewest items of a list.'],
  ['maxItems', 'The most items of a list.'],
  ['uniqueItems', 'Whether no item may come twice.'],
  ['additionalProperties', 'Whether there may be other keys, or the schema of their values.'],
  ['const', 'The only value there may be.'],
  ['examples', 'Values that fit, as a list.'],
  ['anyOf', 'Schemas of which at least one must fit.'],
  ['oneOf', 'Schemas of which exactly one must fit.'],
  ['allOf', 'Schemas that must all fit.'],
  ['not', 'A schema that must not fit.'],
  ['if', 'Where this schema fits, `then` must, else `else`.'],
  ['then', 'The schema where `if` fits.'],
  ['else', 'The schema where `if` does not fit.'],
  ['exclusiveMinimum', 'A number that values are greater than.'],
  ['exclusiveMaximum', 'A number that values are less than.'],
  ['multipleOf', 'A number that values are whole multiples of.'],
  ['patternProperties', 'Schemas of values by a pattern of their keys.'],
  ['propertyNames', 'The schema of the keys of a map.'],
  ['prefixItems', 'The schemas of the first items of a list, in order.'],
  ['contains', 'A schema that at least one item must fit.'],
  ['minProperties', 'The fewest keys of a map.'],
  ['maxProperties', 'The most keys of a map.'],
  ['dependentRequired', 'Keys that must be there where another one is.'],
  ['$ref', 'The place of another schema in this one, such as `#/$defs/address`.'],
  ['$defs', 'Schemas that others refer to, by name.'],
]);

const SCHEMA_TYPES = ['object', 'string', 'number', 'integer', 'boolean', 'array', 'null'] as const;

const SCHEMA_FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
  'regex',
] as const;

/** What is expected at a place inside a JSON Schema of the author's: a schema itself, or the value of one of its keywords. */
export type SchemaPlace = { readonly kind: 'schema' } | { readonly kind: 'value'; readonly keyword: string };

/** Where a path leads inside a JSON Schema; null outside of schemas, and at names of the author's own. */
export function schemaPlaceAt(path: Path, document: Data): SchemaPlace | null {
  for (let length = 1; length <= path.length; length += 1) {
    if (describePath(path.slice(0, length), document)?.kind !== 'schema') continue;
    return walk(path.slice(length));
  }
  return null;
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);

function walk(path: Path): SchemaPlace | null {
  const [keyword, inner, ...rest] = path;
  if (keyword === undefined) return { kind: 'schema' };
  if (typeof keyword !== 'string') return null;
  const isPart = MAPS.has(keyword) || LISTS.has(keyword);
  if (isPart) return inner === undefined ? null : walk(rest);
  // `additionalProperties` is a schema or true or false: both are proposed where there is nothing yet.
  if (SCHEMAS.has(keyword) && (inner !== undefined || keyword !== 'additionalProperties')) return walk(path.slice(1));
  const isItem = typeof inner === 'number' && rest.length === 0;
  return inner === undefined || isItem ? { kind: 'value', keyword } : null;
}

/** Keywords that the schema does not have yet. */
export function schemaKeys(siblings: readonly string[]): readonly Proposal[] {
  return [...SCHEMA_KEYWORDS]
    .filter(([key]) => !siblings.includes(key))
    .map(([label, documentation]) => ({ label, kind: 'key', detail: '', documentation }));
}

/** The value of a keyword; `document` provides the keys that may be required. */
export function schemaValues(
  path: Path,
  keyword: string,
  document: Data,
): readonly (Proposal & { readonly isLiteral?: boolean })[] {
  switch (keyword) {
    case 'type':
      return words(SCHEMA_TYPES);
    case 'format':
      return words(SCHEMA_FORMATS);
    case 'uniqueItems':
    case 'additionalProperties':
      return words(['true', 'false']).map((word) => ({ ...word, isLiteral: true }));
    case 'required': {
      const schema = dataAt(document, path.slice(0, path.lastIndexOf('required')));
      const properties = isDataMap(schema) ? schema.get('properties') : undefined;
      const listed = isDataMap(schema) ? schema.get('required') : undefined;
      const taken = Array.isArray(listed) ? listed : [];
      const names = isDataMap(properties) ? [...properties.keys()] : [];
      return words(names.filter((name) => !taken.includes(name)));
    }
    default:
      return [];
  }
}

function words(labels: readonly string[]): Proposal[] {
  return labels.map((label) => ({ label, kind: 'value', detail: '', documentation: '' }));
}

/** The node at a path of a document. */
export function dataAt(document: Data, path: Path): Data | undefined {
  let data: Data | undefined = document;
  for (const step of path) {
    if (isDataMap(data)) data = data.get(String(step));
    else if (Array.isArray(data))
      data = (data as readonly Data[])[Number(step)]; // narrowed to a list of data
    else return undefined;
  }
  return data;
}
