import type { Expression, ExpressionProblem } from '../tree/Expression.ts';
import type { Template } from '../tree/Template.ts';
import { parseExpression } from './parseExpression.ts';
import { skipString } from './readString.ts';

/**
 * Reads text with expressions in double braces. `\{{` is a literal `{{`; `}}` inside quotes or closing a map
 * literal does not end an expression. Never throws: a `{{` without an end is an error, and reaches to the end of the text.
 */
export function parseTemplate(source: string): Template {
  const parts: (string | Expression)[] = [];
  const problems: ExpressionProblem[] = [];
  let literal = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    if (open === -1) break;
    if (source[open - 1] === '\\') {
      literal += `${source.slice(at, open - 1)}{{`;
      at = open + 2;
      continue;
    }
    literal += source.slice(at, open);
    if (literal !== '') parts.push(literal);
    literal = '';
    const close = findClose(source, open + 2);
    if (close === -1) problems.push({ message: 'This `{{` has no `}}`.', start: open, end: open + 2 });
    const end = close === -1 ? source.length : close;
    parts.push(parseExpression(source, open + 2, end));
    at = close === -1 ? source.length : close + 2;
  }
  literal += source.slice(at);
  if (literal !== '') parts.push(literal);
  return toTemplate(source, parts, problems);
}

/** A field that takes an expression with or without braces (`condition`, `items`, `filter`): bare text is one expression. */
export function parseBareTemplate(source: string): Template {
  if (source.includes('{{') || source.trim() === '') return parseTemplate(source);
  const expression = parseExpression(source);
  return toWhole(source, expression, expression.errors);
}

function toTemplate(
  source: string,
  parts: readonly (string | Expression)[],
  problems: readonly ExpressionProblem[],
): Template {
  const expressions = parts.filter((part) => typeof part !== 'string');
  const errors = gatherErrors(expressions, problems);
  const [only] = expressions;
  if (only === undefined) return { kind: 'literal', source, text: joinText(parts), expressions, errors, plain: null };
  if (expressions.length === 1 && parts.every((part) => part === only || isBlank(part)))
    return toWhole(source, only, errors);
  return { kind: 'text', source, parts, expressions, errors, plain: null };
}

function toWhole(source: string, expression: Expression, errors: readonly ExpressionProblem[]): Template {
  const plain = errors.length === 0 ? expression : null;
  return { kind: 'expression', source, expression, expressions: [expression], errors, plain };
}

function joinText(parts: readonly (string | Expression)[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

function isBlank(part: string | Expression): boolean {
  return typeof part === 'string' && part.trim() === '';
}

/** The errors of braces and of all expressions, by place. */
function gatherErrors(
  expressions: readonly Expression[],
  problems: readonly ExpressionProblem[],
): readonly ExpressionProblem[] {
  const [only] = expressions;
  if (problems.length === 0 && expressions.length === 1 && only !== undefined) return only.errors;
  return [...problems, ...expressions.flatMap(({ errors }) => errors)].sort((a, b) => a.start - b.start);
}

/**
 * The offset of the `}}` that ends an expression, or -1. Quotes and the braces of maps are skipped; where they do not
 * close, as in text being typed, the nearest `}}` ends it.
 */
function findClose(source: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < source.length) {
    const char = source[at];
    if (char === "'" || char === '"') {
      const end = skipString(source, at);
      if (end === -1) break;
      at = end;
      continue;
    }
    if (char === '{') depth += 1;
    if (char === '}') {
      if (depth === 0 && source[at + 1] === '}') return at;
      depth = Math.max(0, depth - 1);
    }
    at += 1;
  }
  return source.indexOf('}}', from);
}
