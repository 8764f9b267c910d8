import { type ExpressionReference, parseExpression } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode, pathAt, type ScalarNode } from '../../syntax/index.ts';
import { isCondition } from '../../testFile/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { contentRange } from './contentRange.ts';
import { expressionAt } from './expressionAt.ts';

/** The part of an expression at an offset. Offsets are in the document. */
export type ExpressionPart =
  | {
      readonly kind: 'reference';
      readonly reference: ExpressionReference;
      readonly depth: number;
      readonly range: TextRange;
    }
  | { readonly kind: 'function'; readonly name: string; readonly range: TextRange };

/** The reference (with how many of its keys lead up to the offset) or the function under an offset; null for anything else. */
export function expressionPartAt(analysis: Analysis, offset: number): ExpressionPart | null {
  const { text } = analysis.syntax;
  const range = expressionAt(text, offset) ?? bareExpressionAt(analysis, offset);
  if (range === null) return null;
  const { references, calls } = parseExpression(text, range.start, range.end);
  const call = calls.find((candidate) => holds(candidate, offset));
  if (call !== undefined) return { kind: 'function', name: call.name, range: { start: call.start, end: call.end } };
  const reference = references.find((candidate) => holds(candidate, offset));
  if (reference === undefined) return null;
  const depth = reference.keys.filter((key) => key.start <= offset).length;
  const end = reference.keys[depth - 1]?.end ?? reference.start + reference.root.length;
  // Between two keys, on a bracket or a blank, nothing is pointed at.
  return offset > end ? null : { kind: 'reference', reference, depth, range: { start: reference.start, end } };
}

/** The expression written without braces at an offset: in `condition`, `items` and `filter`. */
export function bareExpressionAt(analysis: Analysis, offset: number): TextRange | null {
  const path = pathAt(analysis.syntax, offset);
  const node = takesBareExpression(path) ? findNode(analysis.syntax, path) : undefined;
  if (node?.kind !== 'scalar' || offset < node.start || offset > node.end || !isBareExpression(node, path)) return null;
  return contentRange(node);
}

/** Whether a scalar is an expression without braces. */
export function isBareExpression(node: ScalarNode, path: Path): boolean {
  return typeof node.value === 'string' && takesBareExpression(path) && !node.source.includes('{{');
}

/** Whether the text at a path may be an expression without braces (format.md 8). */
export function takesBareExpression(path: Path): boolean {
  if (isCondition(path)) return true;
  const [key, parent, grandparent] = [path.at(-1), path.at(-2), path.at(-3)];
  if (key === 'items' || key === 'filter') return parent === 'config';
  return key === 'condition' && (parent === 'config' || parent === 'on_error' || grandparent === 'routes');
}

function holds(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}
