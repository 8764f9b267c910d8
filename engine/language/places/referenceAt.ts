import { type ExpressionReference, parseExpression, parseTemplate } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode, pathAt, type ScalarNode } from '../../syntax/index.ts';
import { isCondition } from '../../testFile/index.ts';
import type { Path, TextRange } from '../../text/index.ts';

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

/** A line that continues the scalar before it, rather than beginning a key or an item. */
const NEW_ENTRY = /\n[ \t]*(?:-\s|[\w"'-]+:(?:\s|$))/;

/** Longest distance back to a `{{`, in characters: twice what an expression may have, for indentation. */
const REACH = 8192;

/**
 * The text between the double braces around an offset: offsets in the document, without the braces. Where they are
 * not closed yet it ends with the line. Null outside of braces.
 */
export function expressionAt(text: string, offset: number): TextRange | null {
  const from = Math.max(0, offset - REACH);
  for (let open = text.lastIndexOf('{{', offset - 2); open >= from; open = text.lastIndexOf('{{', open - 1)) {
    if (text[open - 1] === '\\') continue;
    if (NEW_ENTRY.test(text.slice(open, offset))) return null;
    const end = endOfExpression(text, open);
    // Of what is being written, blanks at the end are a part: `{{ slice(a, ` waits for an argument.
    return /^[ \t]*$/.test(text.slice(end, offset)) ? { start: open + 2, end: Math.max(end, offset) } : null;
  }
  return null;
}

/** Where the expression that begins at `open` ends: before its `}}`, else with its line, less a closing quote. */
function endOfExpression(text: string, open: number): number {
  const entry = NEW_ENTRY.exec(text.slice(open, open + REACH));
  const limit = entry === null ? Math.min(text.length, open + REACH) : open + entry.index;
  const template = parseTemplate(text.slice(open, limit));
  const [expression] = template.expressions;
  if (expression !== undefined && text.startsWith('}}', open + expression.end)) return open + expression.end;
  const line = /[\r\n]/.exec(text.slice(open));
  const lineEnd = line === null ? text.length : open + line.index;
  const rest = text.slice(open, lineEnd);
  return open + rest.replace(/["']?\s*$/, '').length;
}

/** The range of the characters of a scalar in the document, without its quotes. */
export function contentRange(node: ScalarNode): TextRange {
  const start = node.end - node.source.length;
  if (node.style !== 'single' && node.style !== 'double') return { start, end: node.end };
  const isClosed = node.source.length > 1 && node.source.endsWith(node.source.charAt(0));
  return { start: start + 1, end: isClosed ? node.end - 1 : node.end };
}

/**
 * The text of a double-quoted scalar with the backslash of each `\"` gone and a blank in its place, on the outer side of
 * the quotes: an expression in it can then be read in place, character for character.
 */
export function hideEscapes(text: string): string {
  if (!text.includes('\\"')) return text;
  let isOpen = false;
  return text.replaceAll(/\{\{|\\"/g, (found) => {
    isOpen = found !== '{{' && !isOpen;
    if (found === '{{') return found;
    return isOpen ? ' "' : '" ';
  });
}
