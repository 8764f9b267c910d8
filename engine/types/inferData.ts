import { type Data, isDataMap } from '../base/index.ts';
import { parseBareTemplate, parseTemplate, type Template } from '../expression/index.ts';
import { unionShapes } from './combineShapes.ts';
import type { TypeScope } from './Inference.ts';
import { inferType } from './inferType.ts';
import { ANY, BOOLEAN, lazy, listOf, NOTHING, NUMBER, type Shape, TEXT } from './Shape.ts';

/** What a template gives: one whole expression keeps its type, mixed text is text. */
export function inferTemplate(template: Template, scope: TypeScope): Shape {
  if (template.errors.length > 0) return ANY;
  return template.kind === 'expression' ? inferType(template.expression.ast, scope) : TEXT;
}

/** Templates in data as they are written; `bare` text is an expression also without braces (format.md 8). */
export function inferData(data: Data, scope: TypeScope, options?: { readonly bare: boolean }): Shape {
  if (data === null) return NOTHING;
  if (isDataMap(data))
    return {
      type: 'map',
      description: '',
      kinds: ['map'],
      members: new Map([...data].map(([key, value]) => [key, lazy(() => inferData(value, scope))] as const)),
      isClosed: true,
    };
  switch (typeof data) {
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'string':
      if (options?.bare !== true && !data.includes('{{')) return TEXT;
      return inferTemplate(options?.bare === true ? parseBareTemplate(data) : parseTemplate(data), scope);
    default:
      return inferList(data, scope);
  }
}

/** More items than this are not inferred one by one. */
const MOST_ITEMS = 50;

function inferList(items: readonly Data[], scope: TypeScope): Shape {
  return listOf(() => {
    const [first, ...rest] = items.map((item) => inferData(item, scope));
    return first === undefined || rest.length >= MOST_ITEMS ? ANY : rest.reduce(unionShapes, first);
  });
}
