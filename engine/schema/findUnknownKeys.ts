import type { Path } from '../text/index.ts';
import { documentSchema } from './documentSchema.ts';
import type { FormatSchema } from './FormatSchema.ts';
import { expandSchema, isList, keysOf, type Part, partAt, schemasAt } from './resolveSchema.ts';

/** A key the format does not know at its place, with the keys it knows there. */
export interface UnknownKey {
  readonly path: Path;
  readonly key: string;
  readonly known: readonly string[];
}

/** All keys of a document the format says nothing about, in the order of the document. Nothing inside them is reported. */
export function findUnknownKeys(document: Part): readonly UnknownKey[] {
  const found: UnknownKey[] = [];
  visit(document, [documentSchema], [], found);
  return found;
}

function visit(part: Part, schemas: readonly FormatSchema[], path: Path, found: UnknownKey[]): void {
  const here = schemas.flatMap((schema) => expandSchema(schema, part));
  if (isList(part)) {
    const items = schemasAt(here, 0);
    if (items.length > 0) for (const [index, item] of part.entries()) visit(item, items, [...path, index], found);
    return;
  }
  const keys = keysOf(part);
  if (keys.length === 0) return;
  const isClosed = here.some(({ properties }) => properties !== undefined);
  const isOpen = here.some(({ additionalProperties: more }) => more !== undefined && more !== false);
  for (const key of keys) {
    const inner = schemasAt(here, key);
    if (inner.length > 0) visit(partAt(part, key), inner, [...path, key], found);
    else if (isClosed && !isOpen && key !== '<<') {
      found.push({ path: [...path, key], key, known: here.flatMap(({ properties }) => Object.keys(properties ?? {})) });
    }
  }
}
