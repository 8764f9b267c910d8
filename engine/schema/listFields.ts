import type { Path } from '../text/index.ts';
import { documentSchema } from './documentSchema.ts';
import type { FieldKind, FormatSchema } from './FormatSchema.ts';
import { expandSchema, isList, keysOf, partAt, type SchemaPart, schemasAt } from './resolveSchema.ts';

/** One key or item of a document, with what the format defines for its place. */
export interface FieldPlace {
  readonly path: Path;
  readonly part: SchemaPart;
  /** What the value means to an editor; values inside an open map of templates are templates too. */
  readonly kind: FieldKind | undefined;
  readonly isSecret: boolean;
  /** False for a key the format does not have at this place; nothing inside it is listed. */
  readonly isKnown: boolean;
  /** The keys the format knows in the map around an unknown key; empty for others. */
  readonly siblings: readonly string[];
}

/** Every key and item of a document in its order, containers before what they hold. Users' schemas are not looked into. */
export function listFields(document: SchemaPart): readonly FieldPlace[] {
  return groupFields(document).flat();
}

/** The same in groups: a task at the top gives the same group again, as long as it is at the same place. */
export function groupFields(document: SchemaPart): readonly (readonly FieldPlace[])[] {
  const groups: FieldPlace[][] = [[]];
  visit({ part: document, schemas: ROOT, path: [], inherited: undefined }, groups);
  return groups;
}

const ROOT: readonly FormatSchema[] = [documentSchema];

interface OpenField {
  readonly part: SchemaPart;
  /** Empty inside a map with keys of the author's own. */
  readonly schemas: readonly FormatSchema[];
  readonly path: Path;
  readonly inherited: FieldKind | undefined;
}

/** What was listed of a task, and the index it had. */
const tasks = new WeakMap<object, { readonly index: number; readonly fields: FieldPlace[] }>();

function visit(place: OpenField, groups: FieldPlace[][]): void {
  const { part, path } = place;
  const [list, index] = path;
  if (path.length !== 2 || list !== 'tasks' || typeof index !== 'number' || !(part instanceof Map)) {
    visitPart(place, groups);
    return;
  }
  let known = tasks.get(part);
  if (known?.index !== index) {
    const fields: FieldPlace[] = [];
    visitPart(place, [fields]);
    known = { index, fields };
    tasks.set(part, known);
  }
  // What follows the task begins another group.
  groups.push(known.fields, []);
}

function visitPart({ part, schemas, path, inherited }: OpenField, groups: FieldPlace[][]): void {
  const here = knowledgeOf(schemas, part);
  const kind = here.kind ?? inherited;
  if (path.length > 0)
    groups.at(-1)?.push({ path, part, kind, isSecret: here.isSecret, isKnown: true, siblings: NONE });
  if (kind === 'schema' || typeof part !== 'object' || part === null) return;
  const inherits = inside(kind);
  if (isList(part)) {
    const items = innerOf(here, 0);
    let index = 0;
    for (const item of part)
      visit({ part: item, schemas: items, path: path.concat(index++), inherited: inherits }, groups);
    return;
  }
  for (const key of part instanceof Map ? part.keys() : keysOf(part)) {
    const inner = innerOf(here, key);
    const value = partAt(part, key);
    const at = path.concat(key);
    const isKnown = inner.length > 0 || !here.isClosed;
    if (isKnown) visit({ part: value, schemas: inner, path: at, inherited: inherits }, groups);
    else
      groups
        .at(-1)
        ?.push({ path: at, part: value, kind: undefined, isSecret: false, isKnown, siblings: here.siblings });
  }
}

const NONE: readonly never[] = [];

/** What a group of schemas defines together, computed once: the format has few groups, and a document many places. */
interface Knowledge {
  readonly schemas: readonly FormatSchema[];
  readonly kind: FieldKind | undefined;
  readonly isSecret: boolean;
  readonly isClosed: boolean;
  readonly siblings: readonly string[];
  /** The schemas under keys that were requested; `0` for the items of a list. Keys without any are not kept. */
  readonly inner: Map<string | number, readonly FormatSchema[]>;
}

const gathered = new Map<string, Knowledge>();
const numbers = new Map<FormatSchema, number>();
const single = new WeakMap<readonly FormatSchema[], Knowledge>();

function knowledgeOf(schemas: readonly FormatSchema[], part: SchemaPart): Knowledge {
  if (schemas.length === 0) return NOTHING;
  const expanded = expandAll(schemas, part);
  const known = single.get(expanded);
  if (known !== undefined) return known;
  const key = expanded.map(numberOf).join();
  let group = gathered.get(key);
  if (group === undefined) {
    group = gather(expanded);
    gathered.set(key, group);
  }
  // Arrays made for this part alone are not asked for again.
  if (schemas.length === 1) single.set(expanded, group);
  return group;
}

const NOTHING = gather(NONE);

function numberOf(schema: FormatSchema): number {
  let number = numbers.get(schema);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(schema, number);
  }
  return number;
}

function gather(schemas: readonly FormatSchema[]): Knowledge {
  return {
    schemas,
    kind: schemas.find((schema) => schema['x-kind'] !== undefined)?.['x-kind'],
    isSecret: schemas.some((schema) => schema['x-secret'] === true),
    isClosed: schemas.some(({ properties }) => properties !== undefined) && !schemas.some(isOpen),
    siblings: schemas.flatMap(({ properties }) => Object.keys(properties ?? {})),
    inner: new Map(),
  };
}

function innerOf({ schemas, inner }: Knowledge, key: string | number): readonly FormatSchema[] {
  let found = inner.get(key);
  if (found === undefined) {
    found = schemas.length === 0 ? NONE : schemasAt(schemas, key);
    if (found.length > 0 && (typeof key === 'number' || schemas.some((schema) => isNamed(schema, key))))
      inner.set(key, found);
  }
  return found;
}

/** Whether the format itself has the key: those of authors are without number. */
function isNamed({ properties }: FormatSchema, key: string): boolean {
  return properties !== undefined && Object.hasOwn(properties, key);
}

/** Nearly always there is one schema. */
function expandAll(schemas: readonly FormatSchema[], part: SchemaPart): readonly FormatSchema[] {
  const [only] = schemas;
  if (only !== undefined && schemas.length === 1) return expandSchema(only, part);
  return schemas.flatMap((schema) => expandSchema(schema, part));
}

/** Data inside a field of templates or an expression is made of templates. */
function inside(kind: FieldKind | undefined): FieldKind | undefined {
  return kind === 'template' || kind === 'expression' ? 'template' : undefined;
}

function isOpen({ additionalProperties: more }: FormatSchema): boolean {
  return more !== undefined && more !== false;
}
