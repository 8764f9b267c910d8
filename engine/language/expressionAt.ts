import { parseTemplate, tokenize } from '../expression/index.ts';
import type { TextRange } from '../text/index.ts';

/** A line that goes on with the scalar before it, rather than beginning a key or an item. */
const NEW_ENTRY = /\n[ \t]*(?:-\s|[\w"'-]+:(?:\s|$))/;

/** Longest distance back to a `{{`, in characters: twice what an expression may have, for indentation. */
const REACH = 8192;

/**
 * What stands between the double braces around an offset: offsets in the document, without the braces. Where they are
 * not closed yet it ends with the line. Null outside of braces.
 */
export function expressionAt(text: string, offset: number): TextRange | null {
  const from = Math.max(0, offset - REACH);
  for (let open = text.lastIndexOf('{{', offset - 2); open >= from; open = text.lastIndexOf('{{', open - 1)) {
    if (text[open - 1] === '\\') continue;
    if (NEW_ENTRY.test(text.slice(open, offset))) return null;
    const end = endOfExpression(text, open);
    return end >= offset ? { start: open + 2, end } : null;
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

/** What is being typed at the end of an expression. */
export type ExpressionContext =
  /** A root or a function; only a function behind a pipe. */
  | {
      readonly kind: 'name';
      readonly typed: TextRange;
      readonly isPiped: boolean;
      readonly parameters: readonly string[];
    }
  /** A key of what `root` and `path` lead to; `dot` is where the dot or the bracket before it stands. */
  | {
      readonly kind: 'member';
      readonly root: string;
      readonly path: readonly (string | number)[];
      readonly typed: TextRange;
      readonly dot: number;
      readonly isQuoted: boolean;
    };

type Tokens = ReturnType<typeof tokenize>['tokens'];

/** What stands at the end of `[start, offset)` of the document; null where nothing can be proposed, as inside text. */
export function expressionContext(text: string, start: number, offset: number): ExpressionContext | null {
  const all = tokenize(text, start, offset).tokens;
  const tokens = all.slice(0, -1);
  const last = tokens.at(-1);
  if (last?.kind === 'string' && !isClosed(last.text)) return quotedMember(tokens, offset);
  const isWord = last?.kind === 'name' && last.end === offset;
  const typed = isWord ? { start: last.start, end: offset } : { start: offset, end: offset };
  const before = isWord ? tokens.slice(0, -1) : tokens;
  const sign = before.at(-1);
  if (sign?.kind === 'sign' && (sign.text === '.' || sign.text === '?.')) {
    const chain = readChain(before.slice(0, -1));
    return chain === null ? null : { kind: 'member', ...chain, typed, dot: sign.start, isQuoted: false };
  }
  if (sign !== undefined && (sign.kind !== 'sign' || sign.text === ')' || sign.text === ']' || sign.text === '}'))
    return null;
  if (last?.kind === 'number' && last.end === offset) return null;
  return { kind: 'name', typed, isPiped: sign?.text === '|', parameters: readParameters(tokens) };
}

function isClosed(quoted: string): boolean {
  return quoted.length > 1 && quoted.endsWith(quoted.charAt(0));
}

/** `tasks['…`: the key may be any text. */
function quotedMember(tokens: Tokens, offset: number): ExpressionContext | null {
  const quote = tokens.at(-1);
  const bracket = tokens.at(-2);
  if (quote === undefined || bracket?.text !== '[') return null;
  const chain = readChain(tokens.slice(0, -2));
  return chain === null
    ? null
    : { kind: 'member', ...chain, typed: { start: quote.start + 1, end: offset }, dot: bracket.start, isQuoted: true };
}

/** Reads `root.key['key'][0]` from its end; null when it is no such chain. */
function readChain(tokens: Tokens): { root: string; path: (string | number)[] } | null {
  const path: (string | number)[] = [];
  let at = tokens.length - 1;
  for (;;) {
    const token = tokens[at];
    if (token?.text === ']') {
      const key = tokens[at - 1];
      if ((key?.kind !== 'string' && key?.kind !== 'number') || tokens[at - 2]?.text !== '[') return null;
      path.unshift(key.value);
      at -= 3;
      continue;
    }
    if (token?.kind !== 'name') return null;
    const before = tokens[at - 1];
    if (before?.text !== '.' && before?.text !== '?.') return { root: token.text, path };
    path.unshift(token.text);
    at -= 2;
  }
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
