/** For the tests of this folder: whether a value is one of a shape, and schemas of which much can be asked. */
import { isJsonObject, type Json, ownValue } from '../base/index.ts';
import type { Kind, Shape } from './Shape.ts';

/** Why a value is not one of a shape; undefined when it is. A key or an item that is missing is null. */
export function misfit(value: Json, shape: Shape, place = '$'): string | undefined {
  const { kinds, values, members, items } = shape;
  if (value === null && shape.isOptional === true) return undefined;
  const kind = kindOf(value);
  if (kinds !== null && !kinds.includes(kind)) return `${place}: ${kind} is not ${shape.type}`;
  if (values !== undefined && typeof value !== 'object' && !values.includes(value))
    return `${place}: ${JSON.stringify(value)} is not among ${JSON.stringify(values)}`;
  if (Array.isArray(value) && items !== undefined) {
    const found = (value as readonly Json[]).map((item, index) => misfit(item, items(), `${place}[${index}]`));
    return found.find((problem) => problem !== undefined);
  }
  if (!isJsonObject(value)) return undefined;
  for (const [key, read] of members ?? []) {
    const problem = misfit(ownValue(value, key) ?? null, read(), `${place}.${key}`);
    if (problem !== undefined) return problem;
  }
  for (const key of Object.keys(value).filter((name) => members?.has(name) !== true)) {
    if (shape.isClosed === true && shape.others === undefined) return `${place} has a key ${key}`;
    const problem =
      shape.others === undefined ? undefined : misfit(value[key] ?? null, shape.others(), `${place}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The kind of a value. */
export function kindOf(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** What it is, and the schema: read as far as they lead, they have no end, or are far too large. */
export const HOSTILE_SCHEMAS: readonly (readonly [string, Json])[] = [
  ['alternatives of itself', { anyOf: range(30).map(() => ({ $ref: '#' })) }],
  ['all of itself', { allOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] }],
  [
    'properties of itself',
    { properties: Object.fromEntries(range(40).map((n) => [`p${n}`, { anyOf: [{ $ref: '#' }, { $ref: '#' }] }])) },
  ],
  [
    '5,000 alternatives of 20 properties each',
    { anyOf: range(5_000).map((n) => ({ properties: Object.fromEntries(range(20).map((m) => [`p${n}_${m}`, {}])) })) },
  ],
  ['an enum of 100,000 in each of 50 alternatives', { anyOf: range(50).map(() => ({ enum: range(100_000) })) }],
];

/** Reads a shape as deep as users write, and as wide. */
export function explore(shape: Shape, depth = 4): void {
  if (depth === 0) return;
  for (const member of [...(shape.members?.values() ?? [])].slice(0, 50)) explore(member(), depth - 1);
  if (shape.items !== undefined) explore(shape.items(), depth - 1);
}
