import type { Path } from '../text/index.ts';
import { documentSchema } from './documentSchema.ts';
import type { FieldKind, FormatSchema } from './FormatSchema.ts';
import { expandSchema, isList, keysOf, type Part, partAt, schemasAt } from './resolveSchema.ts';

/** One key or item of a document, with what the format says about its place. */
export interface FieldPlace {
  readonly path: Path;
  readonly part: Part;
  /** What stands here means this to an editor; values inside an open map of templates are templates too. */
  readonly kind: FieldKind | undefined;
  readonly isSecret: boolean;
  /** False for a key the format does not have at this place; nothing inside it is listed. */
  readonly isKnown: boolean;
  /** The keys the format knows in the map around an unknown key; empty for others. */
  readonly siblings: readonly string[];
}

/** Every key and item of a document in its order, containers before what they hold. Users' schemas are not looked into. */
export function listFields(document: Part): readonly FieldPlace[] {
  const found: FieldPlace[] = [];
  visit({ part: document, schemas: [documentSchema], path: [], inherited: undefined }, found);
  return found;
}

interface Place {
  readonly part: Part;
  /** Empty inside a map with keys of the author's own. */
  readonly schemas: readonly FormatSchema[];
  readonly path: Path;
  readonly inherited: FieldKind | undefined;
}

function visit({ part, schemas, path, inherited }: Place, found: FieldPlace[]): void {
  const here = expandAll(schemas, part);
  const own = here.find((schema) => schema['x-kind'] !== undefined)?.['x-kind'];
  const kind = own ?? inherited;
  if (path.length > 0) {
    const isSecret = here.some((schema) => schema['x-secret'] === true);
    found.push({ path, part, kind, isSecret, isKnown: true, siblings: NONE });
  }
  if (kind === 'schema') return;
  if (isList(part)) {
    const items = schemasAt(here, 0);
    for (const [index, item] of part.entries()) {
      visit({ part: item, schemas: items, path: [...path, index], inherited: inside(kind) }, found);
    }
    return;
  }
  const keys = keysOf(part);
  if (keys.length === 0) return;
  const isClosed = here.some(({ properties }) => properties !== undefined) && !here.some(isOpen);
  for (const key of keys) {
    const inner = schemasAt(here, key);
    const next = { part: partAt(part, key), path: [...path, key] };
    if (inner.length > 0 || !isClosed) visit({ ...next, schemas: inner, inherited: inside(kind) }, found);
    else {
      const siblings = here.flatMap(({ properties }) => Object.keys(properties ?? {}));
      found.push({ ...next, kind: undefined, isSecret: false, isKnown: false, siblings });
    }
  }
}

const NONE: readonly never[] = [];

/** Nearly always there is one schema, or none. */
function expandAll(schemas: readonly FormatSchema[], part: Part): readonly FormatSchema[] {
  const [only] = schemas;
  if (only === undefined) return NONE;
  return schemas.length === 1 ? expandSchema(only, part) : schemas.flatMap((schema) => expandSchema(schema, part));
}

/** Data inside a field of templates or an expression is made of templates. */
function inside(kind: FieldKind | undefined): FieldKind | undefined {
  return kind === 'template' || kind === 'expression' ? 'template' : undefined;
}

function isOpen({ additionalProperties: more }: FormatSchema): boolean {
  return more !== undefined && more !== false;
}
