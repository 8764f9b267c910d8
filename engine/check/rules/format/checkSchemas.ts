import { type Data, isJsonObject, type Json, ownValue, toJson } from '../../../base/index.ts';
import { checkSchema } from '../../../schema/index.ts';
import type { Path } from '../../../text/index.ts';
import type { FieldRule } from '../../subject/Rule.ts';

/** JSON Schemas in the document: whether they are schemas that can be checked here, and constrain anything. */
export const checkSchemas: FieldRule = function* (fields) {
  for (const { path, part, kind } of fields) {
    if (kind !== 'schema' || !(part instanceof Map)) continue;
    const schema = toJson(part as Data);
    for (const { path: pointer, message, kind: fault } of checkSchema(schema)) {
      yield {
        code: fault === 'invalid' ? 'INVALID_SCHEMA' : 'VAGUE_SCHEMA',
        path: [...path, ...toPath(pointer, schema)],
        part: fault === 'invalid' ? 'value' : 'key',
        message,
      };
    }
  }
};

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
