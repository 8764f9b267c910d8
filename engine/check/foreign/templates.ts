import type { Expression, Template } from '../../expression/index.ts';
import type { TextRange } from '../../text/index.ts';
import { readForeignExpression, toRight } from './expressions.ts';
import { isOwnRoot, parsePath, toOwnPath } from './names.ts';

/** A template as another program writes it, which is text here. Its range is in the text's value. */
export interface ForeignTemplate extends TextRange {
  /** What it is, in a sentence or two. */
  readonly message: string;
  /** What is written here in its place; null where it cannot be told. */
  readonly right: string | null;
}

/** What a text is for, which decides how sure it has to be that a sign in it is not meant as it is written. */
export type TextUse = 'data' | 'prose' | 'code';

/** Whether a text has any sign of a template of others: most have none, and are not looked into. */
export function maySeemForeign(text: string): boolean {
  return /\$\{|<%|\{%|\{\{-\s|^\s*=\{\{/.test(text);
}

/** The templates of other programs in a text, in its order. */
export function findForeignTemplates(template: Template, use: TextUse): readonly ForeignTemplate[] {
  const { source } = template;
  const found = [...besideBraces(template, use)];
  // What is inside of a template of ours is an expression.
  const outside = blankOut(source, template.expressions);
  for (const { sign, message } of use === 'code' ? [] : SIGNS) {
    for (const match of outside.matchAll(sign)) {
      const inside = (match[1] ?? '').trim();
      const start = match.index;
      if (isMeant(source, start, { inside, use })) continue;
      found.push({ start, end: start + match[0].length, message, right: braced(toRight(inside)) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const SIGNS = [
  {
    sign: /(?<![\\$])\$\{([^{}\n]{1,200})\}/g,
    message: '“${ }” stays text here: write a value between “{{” and “}}”.',
  },
  {
    sign: /<%[=-]?([^%\n]{1,200})-?%>/g,
    message: '“<% %>” stays text here: write a value between “{{” and “}}”.',
  },
  {
    sign: /\{%([^%\n]{1,200})%\}/g,
    message:
      'A block in “{% %}” stays text here. Choose with “{{ a ? b : c }}”, and loop over a list with “{{ map(list, x => …) }}”.',
  },
] as const;

/** Signs right before the braces of a template of ours, and the one behind them that takes blanks away elsewhere. */
function* besideBraces({ source, expressions, errors }: Template, use: TextUse): Iterable<ForeignTemplate> {
  // More errors than those of the expressions are of the braces.
  if (errors.length > expressions.reduce((sum, each) => sum + each.errors.length, 0)) return;
  for (const expression of expressions) {
    const [open, close] = [expression.start - 2, expression.end + 2];
    const right = braced(rightOf(expression));
    const before = source[open - 1];
    if (before === '$' && source[open - 2] !== '$' && !isMoney(expression, source[open - 2])) {
      const message =
        'GitHub Actions writes “${{ }}”. Here “{{ }}” alone is a template, and the “$” before it stays in the text.';
      yield { start: open - 1, end: close, message, right };
    } else if (before === '=' && source.slice(0, open - 1).trim() === '' && use !== 'code') {
      const message =
        'n8n begins an expression with “=”. Here “{{ }}” alone is a template, and the “=” before it stays in the text.';
      yield { start: open - 1, end: close, message, right };
    } else if (/^-\s/.test(source.slice(expression.start, expression.end)) && expression.errors.length === 0) {
      const bare = source.slice(expression.start + 1, expression.end).trim();
      const message = 'Elsewhere “{{-” trims whitespace. Here the “-” is a minus sign.';
      yield { start: open, end: close, message, right: braced(toRight(bare)) };
    }
  }
}

/** The expression of a template with a sign before it, as it is written here. */
function rightOf(expression: Expression): string | null {
  const inside = expression.source.slice(expression.start, expression.end).trim();
  return expression.errors.length > 0 ? (readForeignExpression(expression)?.right ?? null) : toRight(inside);
}

function braced(expression: string | null): string | null {
  return expression === null ? null : `{{ ${expression} }}`;
}

/** Words for what is paid, the last of a path. */
const MONEY =
  /(?:price|amount|total|costs?|sum|fee|budget|salary|revenue|balance|usd|dollars?|paid|due|owed?|tax|discount|value)s?$/i;

/** Whether a dollar sign before a template is one: before what is paid, and not in the middle of a path or a word. */
function isMoney({ source, start, end, calls }: Expression, before: string | undefined): boolean {
  if (before !== undefined && /[\w/.=?&@-]/.test(before)) return false;
  const last = source.slice(start, end).trim().replace(/\W+$/, '');
  return MONEY.test(last) || calls.some(({ name }) => name === 'round' || name === 'sum');
}

/** Whether a sign of another program is most likely meant as it is written: in code, in words about code, in an escape. */
function isMeant(
  text: string,
  start: number,
  { inside, use }: { readonly inside: string; readonly use: TextUse },
): boolean {
  if (isBetweenBackticks(text, start)) return true;
  if (use === 'data') return text.startsWith('${', start) && !/^\.?[A-Za-z_$][\w$.[\]'"-]*$/.test(inside);
  const path = parsePath(inside);
  return path === null || path.keys.length === 0 || toOwnPath(path.root, path.keys) === null;
}

/** In prose and in JavaScript, what is between backticks is quoted. */
function isBetweenBackticks(text: string, at: number): boolean {
  return (text.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1;
}

/** A text with blanks in the place of its templates, braces included; `ranges` in order. */
function blankOut(text: string, ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const range of ranges) {
    const [from, to] = [Math.max(at, range.start - 2), Math.min(text.length, range.end + 2)];
    parts.push(text.slice(at, from), ' '.repeat(to - from));
    at = to;
  }
  return parts.join('') + text.slice(at);
}

/** What is written in code for a template of ours that was left in it: `{{ input.x }}` is `input.x`, if that is what it reads. */
export function findTemplatesInCode(code: string): readonly ForeignTemplate[] {
  return [...code.matchAll(/\{\{\s*([A-Za-z_$][\w$.[\]'"-]*)\s*\}\}/g)].flatMap((match) => {
    const path = parsePath(match[1] ?? '');
    if (path === null || !isOwnRoot(path.root)) return [];
    const isInput = path.root === 'input';
    const message = `Code is not a template: “${match[0]}” stays as it is. ${isInput ? 'Read it as JavaScript does.' : 'Pass the value in “with”, and read it as “input.<key>”.'}`;
    return [
      { start: match.index, end: match.index + match[0].length, message, right: isInput ? (match[1] ?? null) : null },
    ];
  });
}
