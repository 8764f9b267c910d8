import { type JsonObject, toData } from '../../base/index.ts';
import { findRange, pathAt, type Syntax } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { describeField } from '../completion/describeField.ts';
import { keysOfSchema } from '../completion/schemaKeys.ts';
import type { Hover } from '../places/LanguageItem.ts';

/** The hover for a key of a file that is no workflow, from what its schema says of each place; null elsewhere. */
export function hoverSchema(syntax: Syntax, offset: number, schemaAt: (path: Path) => JsonObject | null): Hover | null {
  const path = pathAt(syntax, offset);
  const range = findRange(syntax, path, 'key');
  const field = keysOfSchema(toData(schemaAt(path.slice(0, -1)))).find(({ key }) => key === path.at(-1));
  if (field === undefined || offset < range.start || offset > range.end) return null;
  return { range, markdown: describeField(field.key, field, field.isRequired) };
}
