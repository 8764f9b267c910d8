import type { Expression, ExpressionProblem } from './Expression.ts';

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
