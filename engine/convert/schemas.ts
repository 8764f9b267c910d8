import { type Data, isDataMap } from '../base/index.ts';
import { setValue } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import { type Conversion, valueAt } from './Conversion.ts';
import { commentOut } from './entries.ts';
import { readId } from './reference.ts';

/** The schemas that a document declares in a list, by their ids. */
export function readSchemas(document: Data): ReadonlyMap<string, Data> {
  const list = valueAt(document, 'schemas');
  const found = new Map<string, Data>();
  for (const schema of Array.isArray(list) ? list : []) {
    const id = valueAt(schema, 'id');
    if (typeof id === 'string' && isDataMap(schema))
      found.set(id, new Map([...schema].filter(([key]) => key !== 'id')));
  }
  return found;
}

/** Writes the schema itself where one is only named; a name that leads nowhere becomes a comment. */
export function inlineSchema(conversion: Conversion, path: Path, schemas: ReadonlyMap<string, Data>): void {
  const written = conversion.data(path);
  const named = typeof written === 'string' ? written : valueAt(written, '$ref');
  if (typeof named !== 'string' || named.startsWith('#')) return;
  const id = readId(named) ?? named;
  const schema = schemas.get(id);
  const place = path.join('.');
  if (schema === undefined) {
    conversion.change(`The schema “${named}” of “${place}” is not in this file: kept as a comment.`, commentOut(path));
    return;
  }
  // What is written next to the name describes this use of it.
  const beside = isDataMap(written) ? [...written].filter(([key]) => key !== '$ref') : [];
  const whole = isDataMap(schema) ? new Map([...schema, ...beside]) : schema;
  conversion.change(`“${place}” has the schema “${id}” itself.`, (syntax) => setValue(syntax, path, whole));
}
