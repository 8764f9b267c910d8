import { isJsonObject, type Json, ownValue } from '../base/index.ts';
import {
  childrenOf,
  type ExpressionNode,
  evaluateTemplate,
  parseBareTemplate,
  parseExpression,
} from '../expression/index.ts';
import { findFunctionType } from './inferCall.ts';
import { inferType } from './inferType.ts';
import { type ShapeScope, typeScope } from './rootShape.ts';
import { ANY, type Shape } from './Shape.ts';

/** A part of an expression, with what is known of it. */
export interface Seen {
  readonly node: ExpressionNode;
  readonly shape: Shape;
  /** What it was in the last run; undefined where that is not known. */
  readonly last: Json | undefined;
}

/** The part of an expression that `pick` gives for one of its nodes, those inside asked first; undefined where it gives none. */
export function lookAt(
  scope: ShapeScope,
  text: { readonly source: string; readonly start: number; readonly end: number },
  pick: (node: ExpressionNode) => ExpressionNode | undefined,
): Seen | undefined {
  const { ast } = parseExpression(text.source, text.start, text.end);
  const shapes = new Map<ExpressionNode, Shape>();
  inferType(ast, { root: typeScope(scope).root, visit: (node, shape) => shapes.set(node, shape) });
  let node: ExpressionNode | undefined;
  for (const candidate of shapes.keys()) node ??= pick(candidate);
  if (node === undefined) return undefined;
  const locals = localsAt(ast, node, { source: text.source, scope, locals: new Map() });
  return {
    node,
    shape: shapes.get(node) ?? ANY,
    last: lastValue(node, { source: text.source, scope, locals }),
  };
}

/** What the parameters of the arrow functions around a part were for the first item. */
function localsAt(ast: ExpressionNode, inner: ExpressionNode, from: Parameters<typeof lastValue>[1]): LastLocals {
  let { locals } = from;
  const visit = (node: ExpressionNode): void => {
    if (node.start > inner.start || node.end < inner.end) return;
    if (node.kind === 'call' && node.arrow !== null && holds(node.arrow.node, inner))
      locals = firstLocals(node, { ...from, locals });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(ast);
  return locals;
}

function holds(range: { start: number; end: number }, inner: ExpressionNode): boolean {
  return range.start <= inner.start && inner.end <= range.end;
}

/** Functions whose result is another one each time: none of it is of the last run. */
const CHANGING: ReadonlySet<string> = new Set(['now', 'timestamp', 'uuid']);

/** Parameters of arrow functions by slot, with what they were for the first item. */
type LastLocals = ReadonlyMap<number, Json>;

/**
 * What a part of an expression was in the last run, by the values its roots had then; undefined where that is not known.
 * `source` is the text that offsets of the node refer to. Parameters of arrow functions are read from `locals`.
 */
function lastValue(
  node: ExpressionNode,
  from: { readonly source: string; readonly scope: ShapeScope; readonly locals: LastLocals },
): Json | undefined {
  const { scope, source, locals } = from;
  if (node.kind === 'local') return locals.get(node.slot);
  if (node.kind === 'member') {
    const object = lastValue(node.object, from);
    return object === undefined ? undefined : readKey(object, node.key);
  }
  const { lastValues } = scope.context;
  if (lastValues === undefined || node.kind === 'hole') return undefined;
  const task = scope.task?.id ?? null;
  if (node.kind === 'root') return lastValues(node.name, task);
  const template = parseBareTemplate(source.slice(node.start, node.end));
  const parts = template.expressions[0];
  if (template.kind !== 'expression' || parts === undefined || template.errors.length > 0) return undefined;
  if (parts.calls.some(({ name }) => CHANGING.has(name))) return undefined;
  let isKnown = true;
  const result = evaluateTemplate(template, {
    root: (name) => {
      const value = lastValues(name, task);
      isKnown &&= value !== undefined;
      return value;
    },
    now: () => 0,
    random: () => 0,
  });
  return result.ok && isKnown ? result.value.value : undefined;
}

function readKey(value: Json, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] as Json | undefined) : undefined;
  return isJsonObject(value) ? ownValue(value, String(key)) : undefined;
}

/** What the parameters of a call's arrow function were for its first item. */
function firstLocals(
  call: Extract<ExpressionNode, { kind: 'call' }>,
  from: Parameters<typeof lastValue>[1],
): LastLocals {
  const [list] = call.args;
  const value = list === undefined ? undefined : lastValue(list, from);
  const types = findFunctionType(call.name)?.arrow ?? [];
  const locals = new Map(from.locals);
  if (!Array.isArray(value) || value.length === 0 || call.arrow === null) return locals;
  for (const [index, slot] of call.arrow.node.slots.entries()) {
    if (types[index] === 'item') locals.set(slot, value[0] as Json);
    if (types[index] === 'index') locals.set(slot, 0);
  }
  return locals;
}
