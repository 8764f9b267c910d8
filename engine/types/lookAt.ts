import type { Json } from '../base/index.ts';
import { childrenOf, type ExpressionNode, parseExpression } from '../expression/index.ts';
import { inferType } from './inferType.ts';
import { firstLocals, type LastLocals, lastValue } from './lastValue.ts';
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
