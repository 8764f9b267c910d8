import type { Expression, ExpressionNode, ExpressionProblem } from './Expression.ts';

/**
 * Text that may hold `{{ expressions }}` (format.md 8). Offsets are UTF-16 in `source`, the value of the scalar: not in
 * the YAML, where escapes and folding may have moved them.
 *
 * - `literal`: no expression; `text` is the value, with `\{{` read as `{{`.
 * - `expression`: one expression spans the trimmed text, and its value keeps its type.
 * - `text`: expressions between literal parts are joined as text.
 */
export type Template = LiteralTemplate | ExpressionTemplate | TextTemplate;

interface TemplateBase {
  readonly source: string;
  /** Problems of braces and of all expressions, sorted by place. */
  readonly errors: readonly ExpressionProblem[];
  readonly expressions: readonly Expression[];
  /** The usual case: the one expression that it is, without errors; null for any other. */
  readonly plain: Expression | null;
}

export interface LiteralTemplate extends TemplateBase {
  readonly kind: 'literal';
  readonly text: string;
}

export interface ExpressionTemplate extends TemplateBase {
  readonly kind: 'expression';
  readonly expression: Expression;
}

export interface TextTemplate extends TemplateBase {
  readonly kind: 'text';
  readonly parts: readonly (string | Expression)[];
}

/** A piece of an expression's source; `text` is as written. Offsets are UTF-16 in the text that was cut. */
export type Token =
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly value: number;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'string';
      readonly text: string;
      readonly value: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'name' | 'sign' | 'end'; readonly text: string; readonly start: number; readonly end: number };

/** Longest text of an expression in a message, in characters. */
const MOST_SHOWN = 80;

/** A part of an expression as it is written in `source`, for a message: on one line, cut where it is long, quoted as code. */
export function excerpt(source: string, { start, end }: Pick<ExpressionNode, 'start' | 'end'>): string {
  const line = wholeOf(source, start, end).replaceAll(/\s+/g, ' ');
  return `\`${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN - 1)}…` : line}\``;
}

/** The part with the parentheses of its own first and last operand, which no node of a tree has: `(a + b) * c`, not `a + b) * c`. */
function wholeOf(source: string, start: number, end: number): string {
  const { open, closed } = countUnpaired(source.slice(start, end));
  return source.slice(
    walk(source, start - 1, { sign: '(', step: -1, count: closed }) + 1,
    walk(source, end, { sign: ')', step: 1, count: open }),
  );
}

/** How many parentheses of a part are not closed in it, and how many are closed that it does not open. Those in texts do not count. */
function countUnpaired(part: string): { readonly open: number; readonly closed: number } {
  let [open, closed] = [0, 0];
  for (const sign of part.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '')) {
    if (sign === '(') open += 1;
    else if (sign === ')' && open > 0) open -= 1;
    else if (sign === ')') closed += 1;
  }
  return { open, closed };
}

interface Walk {
  readonly sign: '(' | ')';
  readonly step: 1 | -1;
  readonly count: number;
}

/** Past so many parentheses, with blanks between; to where the last of them was. */
function walk(source: string, from: number, { sign, step, count }: Walk): number {
  let [past, at] = [from, from];
  for (let left = count; left > 0; at += step) {
    const here = source[at] ?? '';
    if (here === sign) {
      left -= 1;
      past = at + step;
    } else if (here.trim() !== '' || here === '') break;
  }
  return past;
}
