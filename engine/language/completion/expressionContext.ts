import { tokenize } from '../../expression/index.ts';
import type { TextRange } from '../../text/index.ts';

/** What is being typed at the end of an expression. */
export type ExpressionContext =
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
export function expressionContext(text: string, start: number, offset: number): ExpressionContext | null {
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
