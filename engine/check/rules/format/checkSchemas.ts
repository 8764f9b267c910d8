import { type Data, findClosest, isJsonObject, type Json, ownValue, toJson } from '../../../base/index.ts';
import { checkSchema, SCHEMA_TYPES } from '../../../schema/index.ts';
import type { Path } from '../../../text/index.ts';
import { type FieldRule, fixBySetting } from '../../subject/Rule.ts';

/** JSON Schemas in the document: whether they are schemas that can be checked here, and constrain anything. */
export const checkSchemas: FieldRule = function* (fields, subject) {
  for (const { path, part, kind } of fields) {
    if (kind !== 'schema' || !(part instanceof Map)) continue;
    const schema = toJson(part as Data);
    for (const { path: pointer, message, kind: fault } of checkSchema(schema)) {
      const keys = toPath(pointer, schema);
      const place = [...path, ...keys];
      const meant = keys.at(-1) === 'type' ? meantType(valueAt(schema, keys)) : undefined;
      yield {
        code: fault === 'invalid' ? 'INVALID_SCHEMA' : 'VAGUE_SCHEMA',
        path: place,
        part: fault === 'invalid' ? 'value' : 'key',
        message,
        ...(meant === undefined ? {} : { fixes: fixBySetting(subject, place, meant, `Change to ${meant}`) }),
      };
    }
  }
};

/** Types as other languages call them. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['str', 'string'],
  ['bool', 'boolean'],
  ['int', 'integer'],
  ['float', 'number'],
  ['list', 'array'],
  ['map', 'object'],
]);

/** The type of JSON Schema that a word means; undefined where it is none of them, or one already. */
function meantType(word: Json | undefined): string | undefined {
  if (typeof word !== 'string') return undefined;
  return OTHER_NAMES.get(word.toLowerCase()) ?? findClosest(word, SCHEMA_TYPES);
}

function valueAt(schema: Json, keys: Path): Json | undefined {
  return keys.reduce<Json | undefined>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)];
    return isJsonObject(at) ? ownValue(at, String(key)) : undefined;
  }, schema);
}

/** The keys of a JSON Pointer, list indices as numbers. */
function toPath(pointer: string, schema: Json): Path {
  let at: Json | undefined = schema;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = Array.isArray(at) ? at[Number(key)] : isJsonObject(at) ? ownValue(at, key) : undefined;
      return step;
    });
}
