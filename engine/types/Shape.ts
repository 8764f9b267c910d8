import { type Data, isDataMap } from '../base/index.ts';

/** What is known of a value before the run: for completion and hover. */
export interface Shape {
  /** In words: `text`, `number`, `list`, `map`, `true or false`, `any`. */
  readonly type: string;
  readonly description: string;
  /** The keys that are known, by name; a shape is made when it is asked for. */
  readonly members?: ReadonlyMap<string, () => Shape>;
  /** Of a list: what each item is. */
  readonly items?: () => Shape;
}

/** A value of which nothing is known. */
export const ANY: Shape = { type: 'any', description: '' };

/** A value without parts. */
export function scalar(type: string, description = ''): Shape {
  return { type, description };
}

/** A map with known keys. */
export function mapOf(members: Readonly<Record<string, Shape | (() => Shape)>>, description = ''): Shape {
  const entries = Object.entries(members).map(
    ([name, shape]) => [name, typeof shape === 'function' ? shape : () => shape] as const,
  );
  return { type: 'map', description, members: new Map(entries) };
}

/** A list with items of one shape. */
export function listOf(items: () => Shape, description = ''): Shape {
  return { type: 'list', description, items };
}

/** The shape a path leads to; undefined where nothing is known. */
export function walkShape(shape: Shape, path: readonly (string | number)[]): Shape | undefined {
  let current: Shape | undefined = shape;
  for (const key of path) {
    current = typeof key === 'number' ? current?.items?.() : current?.members?.get(key)?.();
  }
  return current;
}

/** Two maps as one; the second wins, key by key. A shape that is no map gives way to one that is. */
export function mergeShapes(first: Shape, second: Shape): Shape {
  if (first.members === undefined) return second.members === undefined && second === ANY ? first : second;
  if (second.members === undefined) return first;
  return { ...first, ...second, members: new Map([...first.members, ...second.members]) };
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'map',
  null: 'null',
};

/** The shape that a JSON Schema of the document describes, as far as `type`, `properties`, `items` and `enum` tell. */
export function shapeOfSchema(schema: Data | undefined): Shape {
  if (!isDataMap(schema)) return ANY;
  const properties = schema.get('properties');
  const items = schema.get('items');
  const description = readText(schema.get('description')) || readText(schema.get('title'));
  const type = readType(schema);
  return {
    type,
    description,
    ...(isDataMap(properties)
      ? { members: new Map([...properties].map(([name, property]) => [name, () => shapeOfSchema(property)] as const)) }
      : {}),
    ...(isDataMap(items) ? { items: () => shapeOfSchema(items) } : {}),
  };
}

function readType(schema: ReadonlyMap<string, Data>): string {
  const values = schema.get('enum');
  if (Array.isArray(values)) return values.map((value: Data) => JSON.stringify(value)).join(' | ');
  const type = schema.get('type');
  const types: readonly Data[] = Array.isArray(type) ? type : [type ?? null];
  const words = types.flatMap((name) => (typeof name === 'string' ? [TYPES[name] ?? name] : []));
  if (words.length > 0) return words.join(' or ');
  return schema.has('properties') ? 'map' : schema.has('items') ? 'list' : 'any';
}

function readText(value: Data | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The shape of data as it is written: a map with its keys, whatever templates make of their values. */
export function shapeOfData(data: Data | undefined): Shape {
  if (isDataMap(data))
    return {
      type: 'map',
      description: '',
      members: new Map([...data].map(([key, value]) => [key, () => shapeOfData(value)] as const)),
    };
  if (Array.isArray(data)) return listOf(() => shapeOfData(data[0]));
  switch (typeof data) {
    case 'number':
      return scalar('number');
    case 'boolean':
      return scalar('true or false');
    case 'string':
      return data.includes('{{') ? ANY : scalar('text');
    default:
      return ANY;
  }
}
