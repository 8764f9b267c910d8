import type { Expression, ExpressionNode, Template } from '#engine/values';

/** How a stretch of a template looks. */
export type TemplateMark = 'plain' | 'brace' | 'reference' | 'function' | 'literal';

export interface MarkedText {
  readonly text: string;
  readonly mark: TemplateMark;
  /** True where the template has a mistake. */
  readonly isWrong: boolean;
}

/** A template's text in stretches of one look each; joined they are the text. */
export function highlightTemplate(template: Template): readonly MarkedText[] {
  const { source } = template;
  const marks: TemplateMark[] = Array.from({ length: source.length }, () => 'plain');
  const paint = (start: number, end: number, mark: TemplateMark) => marks.fill(mark, start, end);
  for (const expression of template.expressions) paintExpression(expression, source, paint);
  const wrong = new Set<number>();
  for (const { start, end } of template.errors) {
    for (let at = start; at < Math.max(end, start + 1); at += 1) wrong.add(Math.min(at, source.length - 1));
  }
  const parts: MarkedText[] = [];
  let from = 0;
  for (let at = 1; at <= source.length; at += 1) {
    if (at < source.length && marks[at] === marks[from] && wrong.has(at) === wrong.has(from)) continue;
    parts.push({ text: source.slice(from, at), mark: marks[from] ?? 'plain', isWrong: wrong.has(from) });
    from = at;
  }
  return parts;
}

type Paint = (start: number, end: number, mark: TemplateMark) => void;

function paintExpression(expression: Expression, source: string, paint: Paint): void {
  paintLiterals(expression.ast, paint);
  for (const { start, end } of expression.references) paint(start, end, 'reference');
  for (const { start, end } of expression.calls) paint(start, end, 'function');
  const open = expression.start - 2;
  if (source.startsWith('{{', open)) paint(open, open + 2, 'brace');
  if (source.startsWith('}}', expression.end)) paint(expression.end, expression.end + 2, 'brace');
}

function paintLiterals(node: ExpressionNode, paint: Paint): void {
  switch (node.kind) {
    case 'literal':
      return paint(node.start, node.end, 'literal');
    case 'list':
      return node.items.forEach((item) => paintLiterals(item, paint));
    case 'map':
      return node.entries.forEach(({ value }) => paintLiterals(value, paint));
    case 'member':
      return paintLiterals(node.object, paint);
    case 'index':
      paintLiterals(node.object, paint);
      return paintLiterals(node.index, paint);
    case 'unary':
      return paintLiterals(node.operand, paint);
    case 'binary':
    case 'logical':
      paintLiterals(node.left, paint);
      return paintLiterals(node.right, paint);
    case 'conditional':
      paintLiterals(node.test, paint);
      paintLiterals(node.whenTrue, paint);
      return paintLiterals(node.whenFalse, paint);
    case 'call':
      node.args.forEach((arg) => paintLiterals(arg, paint));
      return node.arrow ? paintLiterals(node.arrow.node.body, paint) : undefined;
    case 'root':
    case 'local':
    case 'hole':
      return undefined;
  }
}
