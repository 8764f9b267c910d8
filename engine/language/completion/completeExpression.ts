import { isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { valuesFor } from '../../edit/index.ts';
import { FUNCTIONS, ROOTS, tokenize } from '../../expression/index.ts';
import type { TextRange } from '../../text/index.ts';
import { lookAt, memberOf, rootShape, type Seen, type ShapeScope } from '../../types/index.ts';
import type { CompletionItem } from '../places/LanguageItem.ts';

/** A key that is allowed after a dot; any other goes in brackets. */
const DOT_KEY = /^[A-Za-z_$][\w$]*(?:-[\w$]+)*$/;

/** Proposals for the expression that begins at `start`, with the cursor at `offset` of the document. */
export function completeExpression(scope: ShapeScope, start: number, offset: number): readonly CompletionItem[] {
  const { text } = scope.analysis.syntax;
  const context = expressionContext(text, start, offset);
  if (context === null) return [];
  switch (context.kind) {
    case 'name':
      return completeName(scope, start, context);
    case 'equal':
      return completeEqual(scope, start, context);
    default: {
      const items = completeMember(scope, start, context);
      // Editors replace within one line only.
      return items.filter((item) => !/[\r\n]/.test(text.slice(item.range.start, item.range.end)));
    }
  }
}

type Of<Kind extends ExpressionContext['kind']> = Extract<ExpressionContext, { kind: Kind }>;

function completeName(scope: ShapeScope, start: number, context: Of<'name'>): readonly CompletionItem[] {
  const functions = FUNCTIONS.map(
    (fn): CompletionItem => ({
      label: fn.name,
      kind: 'function',
      detail: fn.signature.slice(fn.name.length),
      documentation: fn.description,
      insertText: context.isPiped ? fn.name : `${fn.name}(`,
      range: context.typed,
    }),
  );
  return context.isPiped
    ? functions
    : [...parameters(scope, start, context), ...before(scope, context), ...roots(scope, context.typed), ...functions];
}

/** What the steps right before the task gave, which is read most: before anything is typed. */
function before({ analysis, task }: ShapeScope, { typed, parameters: inside }: Of<'name'>): CompletionItem[] {
  if (task === null || typed.end > typed.start || inside.length > 0) return [];
  return valuesFor(analysis, task.id).map(({ reference }) => ({
    label: reference,
    kind: 'member',
    detail: 'from the step before',
    documentation: '',
    insertText: reference,
    range: typed,
  }));
}

function parameters(scope: ShapeScope, start: number, context: Of<'name'>): CompletionItem[] {
  const before = scope.analysis.syntax.text.slice(0, context.typed.start);
  return context.parameters.map((name) => {
    const source = `${before}${name}`;
    const seen = lookAt(scope, { source, start, end: source.length }, (node) =>
      node.kind === 'local' && node.end === source.length ? node : undefined,
    );
    return {
      label: name,
      kind: 'member',
      detail: seen === undefined ? 'parameter' : `parameter, ${withLast(seen.shape.type, seen.last)}`,
      documentation: seen?.shape.description ?? '',
      insertText: name,
      range: context.typed,
    };
  });
}

function roots(scope: ShapeScope, typed: Of<'name'>['typed']): CompletionItem[] {
  return ROOTS.map((root) => ({
    label: root.name,
    kind: 'root',
    detail: rootShape(scope, root.name)?.type ?? root.type,
    documentation: root.description,
    insertText: root.name,
    range: typed,
  }));
}

/** The values there are, inside the quotes behind `==`. */
function completeEqual(scope: ShapeScope, start: number, context: Of<'equal'>): CompletionItem[] {
  const { text } = scope.analysis.syntax;
  const source = `${text.slice(0, context.quote)}null`;
  const seen = lookAt(scope, { source, start, end: source.length }, (node) =>
    node.kind === 'binary' && node.right.kind === 'literal' && node.end === source.length ? node.left : undefined,
  );
  const quote = text.charAt(context.quote);
  return (seen?.shape.values ?? [])
    .filter((value) => typeof value === 'string')
    .map((value) => ({
      label: value,
      kind: 'value',
      detail: '',
      documentation: '',
      insertText: escapeText(value, quote),
      range: context.typed,
    }));
}

/** Keys of the value before the dot: those that are known, and those it had in the last run. */
function completeMember(scope: ShapeScope, start: number, context: Of<'member'>): CompletionItem[] {
  const source = `${scope.analysis.syntax.text.slice(0, context.dot)}.$`;
  const seen = lookAt(scope, { source, start, end: source.length }, (node) =>
    node.kind === 'member' && node.key === '$' && node.end === source.length ? node.object : undefined,
  );
  if (seen === undefined) return [];
  const { last, shape, node } = seen;
  const isTask = node.kind === 'root' && node.name === 'tasks';
  const had = isJsonObject(last) ? Object.keys(last).filter((key) => shape.members?.has(key) !== true) : [];
  return [...(shape.members?.keys() ?? []), ...(isTask ? [] : had)].map((name) => {
    const member = memberOf(shape, name);
    const value = isJsonObject(last) ? ownValue(last, name) : undefined;
    return {
      label: name,
      kind: isTask ? 'task' : 'member',
      detail: isTask ? member.description : withLast(typeWords(member.type, value), value),
      documentation: isTask ? '' : member.description,
      ...placeMember(scope.analysis.syntax.text, context, name),
    };
  });
}

/** What nothing is known of is what it was. */
function typeWords(type: string, last: Json | undefined): string {
  if (type !== 'any' || last === undefined || last === null) return type;
  if (typeof last === 'object') return Array.isArray(last) ? 'list' : 'map';
  return typeof last === 'string' ? 'text' : typeof last === 'number' ? 'number' : 'true or false';
}

function withLast(type: string, last: Seen['last']): string {
  return last === undefined ? type : `${type} · last ${shortValue(last)}`;
}

/** A key that is not allowed after a dot replaces the dot as `['key']`. */
function placeMember(text: string, context: Of<'member'>, name: string): Pick<CompletionItem, 'insertText' | 'range'> {
  if (context.isQuoted)
    return { insertText: escapeText(name, text.charAt(context.typed.start - 1)), range: context.typed };
  if (DOT_KEY.test(name)) return { insertText: name, range: context.typed };
  return { insertText: `['${escapeText(name, "'")}']`, range: { start: context.dot, end: context.typed.end } };
}

function escapeText(text: string, quote: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
}

/** What is being typed at the end of an expression. */
type ExpressionContext =
  /** A root or a function; only a function behind a pipe. */
  | {
      readonly kind: 'name';
      readonly typed: TextRange;
      readonly isPiped: boolean;
      readonly parameters: readonly string[];
    }
  /** A key of the value that ends at `dot`, the offset of the dot or the bracket before the key. */
  | {
      readonly kind: 'member';
      readonly typed: TextRange;
      readonly dot: number;
      readonly isQuoted: boolean;
    }
  /** Text in quotes that open at `quote`, behind `==` or `!=`. */
  | { readonly kind: 'equal'; readonly typed: TextRange; readonly quote: number };

type Tokens = ReturnType<typeof tokenize>['tokens'];

/** The context at the end of `[start, offset)` of the document; null where nothing can be proposed, as inside text. */
function expressionContext(text: string, start: number, offset: number): ExpressionContext | null {
  const all = tokenize(text, start, offset).tokens;
  const tokens = all.slice(0, -1);
  const last = tokens.at(-1);
  if (last?.kind === 'string' && !isClosed(last.text)) return quotedText(tokens, offset);
  const isWord = last?.kind === 'name' && last.end === offset;
  const typed = isWord ? { start: last.start, end: offset } : { start: offset, end: offset };
  const before = isWord ? tokens.slice(0, -1) : tokens;
  const sign = before.at(-1);
  if (sign?.kind === 'sign' && (sign.text === '.' || sign.text === '?.')) {
    return { kind: 'member', typed, dot: sign.start, isQuoted: false };
  }
  if (sign !== undefined && (sign.kind !== 'sign' || sign.text === ')' || sign.text === ']' || sign.text === '}'))
    return null;
  if (last?.kind === 'number' && last.end === offset) return null;
  return { kind: 'name', typed, isPiped: sign?.text === '|', parameters: readParameters(tokens) };
}

function isClosed(quoted: string): boolean {
  return quoted.length > 1 && quoted.endsWith(quoted.charAt(0));
}

/** `tasks['…`, where the key may be any text, and `value == '…`. */
function quotedText(tokens: Tokens, offset: number): ExpressionContext | null {
  const quote = tokens.at(-1);
  const before = tokens.at(-2);
  if (quote === undefined || before === undefined) return null;
  const typed = { start: quote.start + 1, end: offset };
  if (before.text === '==' || before.text === '!=') return { kind: 'equal', typed, quote: quote.start };
  const isIndex = before.text === '[' && isValue(tokens.at(-3));
  return isIndex ? { kind: 'member', typed, dot: before.start, isQuoted: true } : null;
}

/** Whether a token can end a value: a bracket behind it reads from that. */
function isValue(token: Tokens[number] | undefined): boolean {
  return token?.kind === 'name' || token?.text === ')' || token?.text === ']' || token?.text === '}';
}

/** Names of arrow functions that have begun: `x =>`, `(a, b) =>`. */
function readParameters(tokens: Tokens): string[] {
  const names: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.text !== '=>') continue;
    for (let at = index - 1; at >= 0; at -= 1) {
      const before = tokens[at];
      if (before?.kind === 'name') names.push(before.text);
      if (tokens[index - 1]?.text !== ')' || before?.text === '(') break;
    }
  }
  return names;
}

const LONGEST = 60;

/** A value on one line, cut where it is long: for a word next to a name. */
export function shortValue(value: Json): string {
  const whole = JSON.stringify(value);
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
}
