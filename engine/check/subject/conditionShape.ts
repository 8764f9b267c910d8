import type { Data } from '../../base/index.ts';
import { parseBareTemplate } from '../../expression/index.ts';
import { inferData, inferTemplate, type Kind, type Shape, type TypeScope } from '../../types/index.ts';
import { listValues, nameKinds } from './kindWords.ts';

/** What a condition gives; undefined where it is text around an expression, which may be anything. */
export function shapeOfCondition(condition: Data, scope: TypeScope): Shape | undefined {
  if (typeof condition !== 'string') return inferData(condition, scope);
  const template = parseBareTemplate(condition);
  const isWhole = template.errors.length === 0 && template.kind === 'expression';
  return isWhole ? inferTemplate(template, scope) : undefined;
}

/** Every kind that a value may be of, null among them where it may be missing; undefined where it may be anything. */
function kindsOf({ kinds, isOptional }: Shape): readonly Kind[] | undefined {
  if (kinds === null || kinds.length === 0) return undefined;
  return isOptional === true && !kinds.includes('null') ? [...kinds, 'null'] : kinds;
}

/** Whether a value may be, as text, the key of a route (format.md 5). */
export function mayBeKey(shape: Shape, key: string): boolean {
  return kindsOf(shape)?.some((kind) => isOfKind(key, kind, shape.values)) ?? true;
}

function isOfKind(key: string, kind: Kind, values: Shape['values']): boolean {
  switch (kind) {
    case 'null':
      return key === 'null';
    case 'list':
    case 'map':
      return /^[[{]/.test(key);
    default:
      if (values !== undefined) return values.some((value) => String(value) === key);
      return kind === 'text' || (kind === 'boolean' ? key === 'true' || key === 'false' : String(Number(key)) === key);
  }
}

/** The keys of routes for every value there may be; undefined where those cannot be listed. */
export function listKeys(shape: Shape): readonly string[] | undefined {
  const kinds = kindsOf(shape);
  if (kinds === undefined) return undefined;
  const rest = kinds.filter((kind) => kind !== 'null');
  const none = kinds.length > rest.length ? ['null'] : [];
  if (rest.length === 0) return none;
  if (shape.values !== undefined && !rest.includes('list') && !rest.includes('map'))
    return [...shape.values.map(String), ...none];
  return rest.every((kind) => kind === 'boolean') ? ['true', 'false', ...none] : undefined;
}

/** What a condition gives, in words that follow “gives”. */
export function describeGiven(shape: Shape): string {
  const kinds = shape.kinds?.filter((kind) => kind !== 'null') ?? [];
  const known = shape.values === undefined ? nameKinds(kinds) : `one of ${listValues(shape)}`;
  return kindsOf(shape)?.includes('null') === true ? `${known}, or null where it is missing` : known;
}

/** Whether a value is null in every run. */
export function isAlwaysNull({ kinds }: Shape): boolean {
  return kinds !== null && kinds.length > 0 && kinds.every((kind) => kind === 'null');
}
