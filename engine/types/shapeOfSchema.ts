import { type Data, type DataMap, isDataMap } from '../base/index.ts';
import { intersectShapes, unionShapes } from './combineShapes.ts';
import { ANY, type Kind, lazy, NOTHING, orNull, type Scalar, type Shape, scalarKind, toWords } from './Shape.ts';

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'map',
  null: 'null',
};

/** How many `$ref`, `allOf` and their like may lead to each other. */
const DEEPEST = 16;

/** How much of one schema is read, in parts and properties, however often it is asked: about 50 ms of the page's thread. */
const MOST_PARTS = 20_000;

/** Of a longer `enum` not even the kinds of its values are inferred. */
const MOST_LISTED = 5_000;

const known = new WeakMap<DataMap, Shape>();

/**
 * The shape of a value that fits a JSON Schema of the document. Keywords that only narrow a kind down (`pattern`,
 * `minimum`, `if`) change nothing here, and a `$ref` that leads out of the schema is anything; so is what is left of a
 * schema once {@link MOST_PARTS} of it were read, which only references and alternatives that multiply come to.
 */
export function shapeOfSchema(schema: Data | null | undefined): Shape {
  if (schema === null || !isDataMap(schema)) return ANY;
  let shape = known.get(schema);
  if (shape === undefined) {
    shape = readSchema(schema, { root: { schema, left: MOST_PARTS }, depth: 0 });
    known.set(schema, shape);
  }
  return shape;
}

/** The schema as a whole, and how much of it may still be read. */
interface Root {
  readonly schema: DataMap;
  left: number;
}

interface SchemaPosition {
  readonly root: Root;
  readonly depth: number;
}

/** Takes some of what may be read; false once nothing is left. */
function spend(root: Root, count: number): boolean {
  root.left -= count;
  return root.left > 0;
}

function readSchema(schema: Data | undefined, { root, depth }: SchemaPosition): Shape {
  if (!isDataMap(schema) || depth > DEEPEST || !spend(root, 1)) return ANY;
  const place = { root, depth: depth + 1 };
  const parts = [readOwn(schema, root)];
  const ref = schema.get('$ref');
  if (typeof ref === 'string') parts.push(readSchema(findLocal(root.schema, ref), place));
  for (const part of listIn(schema, 'allOf')) parts.push(readSchema(part, place));
  for (const key of ['anyOf', 'oneOf']) {
    const options = listIn(schema, key);
    if (options.length > 0) parts.push(unionOf(options, place));
  }
  return parts.reduce((all, part) => {
    if (part === ANY || !spend(root, sizeOf(part) + sizeOf(all))) return all;
    return intersectShapes(part, all, 'stays missing');
  });
}

/** What is one of several: each that is joined goes through the properties of all before it. */
function unionOf(options: readonly Data[], place: SchemaPosition): Shape {
  const [first, ...others] = options;
  let all = readSchema(first, place);
  for (const option of others) {
    if (!spend(place.root, sizeOf(all))) return ANY;
    all = unionShapes(all, readSchema(option, place));
  }
  return all;
}

function sizeOf({ members, values }: Shape): number {
  return ((members?.size ?? 0) + (values?.length ?? 0)) / 8;
}

/** The shape by the keywords of this schema alone. */
function readOwn(schema: DataMap, root: Root): Shape {
  const { kinds, values } = readValues(schema);
  const items = schema.get('items');
  const isPlainList = isDataMap(items) && !schema.has('prefixItems');
  const description = readText(schema.get('description')) || readText(schema.get('title'));
  const hint = schema.has('properties') ? 'map' : schema.has('items') ? 'list' : 'any';
  return {
    type: kinds === null ? hint : toWords(kinds, values),
    description,
    kinds,
    ...(values === undefined ? {} : { values }),
    ...readMap(schema, root),
    ...(isPlainList ? { items: lazy(() => readSchema(items, { root, depth: 0 })) } : {}),
  };
}

/** Keywords that speak of keys besides those of `properties`. */
const MORE_KEYS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'if', 'dependentSchemas'];

function readMap(schema: DataMap, root: Root): Pick<Shape, 'members' | 'isClosed' | 'isListed' | 'others'> {
  const properties = schema.get('properties');
  const more = schema.get('additionalProperties');
  const required = new Set(listIn(schema, 'required'));
  spend(root, (required.size + (isDataMap(properties) ? properties.size : 0)) / 8);
  const read = (name: string, property: Data): Shape => {
    const shape = property === false ? NOTHING : readSchema(property, { root, depth: 0 });
    return required.has(name) ? shape : orNull(shape);
  };
  // Keys that a pattern allows are not known.
  const hasPatterns = schema.has('patternProperties');
  const isListed = isDataMap(properties) && properties.size > 0 && !MORE_KEYS.some((key) => schema.has(key));
  return {
    ...(isDataMap(properties)
      ? {
          members: new Map(
            [...properties].map(([name, property]) => [name, lazy(() => read(name, property))] as const),
          ),
        }
      : {}),
    ...(more === false && !hasPatterns ? { isClosed: true } : {}),
    ...(isListed ? { isListed: true } : {}),
    ...(isDataMap(more) && !hasPatterns ? { others: lazy(() => readSchema(more, { root, depth: 0 })) } : {}),
    ...(more === true || (hasPatterns && more !== false) ? { others: () => ANY } : {}),
  };
}

function readValues(schema: DataMap): { readonly kinds: readonly Kind[] | null; readonly values?: readonly Scalar[] } {
  const listed = schema.has('const') ? [schema.get('const') ?? null] : listIn(schema, 'enum');
  if (listed.length > MOST_LISTED) return { kinds: null };
  if (listed.length > 0) {
    const values = listed.filter(isScalar);
    return { kinds: [...new Set(listed.map(kindOf))], ...(values.length > 0 ? { values } : {}) };
  }
  const type = schema.get('type');
  const types: readonly Data[] = Array.isArray(type) ? type : [type ?? null];
  const kinds = types.map((name) => (typeof name === 'string' ? KINDS[name] : undefined));
  // An unknown type is reported by `check`; here it is anything.
  return { kinds: kinds.every((kind) => kind !== undefined) ? [...new Set(kinds)] : null };
}

function isScalar(value: Data): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function kindOf(value: Data): Kind {
  if (isScalar(value)) return scalarKind(value);
  return value === null ? 'null' : isDataMap(value) ? 'map' : 'list';
}

/** The schema a `$ref` within the same schema leads to: `#`, or a JSON Pointer behind `#`. */
function findLocal(root: DataMap, ref: string): Data | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  const steps = ref.slice(2).split('/').map(readStep);
  return steps.reduce<Data | undefined>((data, step) => {
    if (isDataMap(data)) return data.get(step);
    return Array.isArray(data) ? (data[Number(step)] as Data | undefined) : undefined;
  }, root);
}

function readStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function listIn(schema: DataMap, key: string): readonly Data[] {
  const value = schema.get(key);
  return Array.isArray(value) ? value : [];
}

function readText(value: Data | undefined): string {
  return typeof value === 'string' ? value : '';
}
