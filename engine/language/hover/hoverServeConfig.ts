import { toData } from '../../base/index.ts';
import { configSchemaAt } from '../../serveConfig/index.ts';
import { findRange, pathAt, type Syntax } from '../../syntax/index.ts';
import { describeField } from '../completion/describeField.ts';
import { keysOfSchema } from '../completion/schemaKeys.ts';
import type { Hover } from '../places/LanguageItem.ts';

/** The hover for a key of `signalbox.serve.yaml`; null elsewhere. */
export function hoverServeConfig(syntax: Syntax, offset: number): Hover | null {
  const path = pathAt(syntax, offset);
  const range = findRange(syntax, path, 'key');
  const field = keysOfSchema(toData(configSchemaAt(path.slice(0, -1)))).find(({ key }) => key === path.at(-1));
  if (field === undefined || offset < range.start || offset > range.end) return null;
  return { range, markdown: describeField(field.key, field, field.isRequired) };
}
