import { CST, Lexer, Parser } from 'yaml';
import { MAX_DEPTH, MAX_NODES } from './limits.ts';

/** The concrete tree of a text, and where reading stopped, if it did. */
export interface TokenStream {
  readonly tokens: readonly CST.Token[];
  /** Set when a limit stopped the reader: nothing behind `offset` is in `tokens`. */
  readonly stop: { readonly code: 'TOO_MANY_NODES' | 'TOO_DEEP'; readonly offset: number } | null;
}

/**
 * Reads a text into concrete YAML tokens. Stops early at more scalars than a document may hold, and at nesting far beyond
 * the limit, so that neither time nor the stack runs out; nesting just beyond the limit is found when the tree is built.
 */
export function readTokens(text: string): TokenStream {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let scalars = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (lexeme === CST.SCALAR) scalars += 1;
    const code = scalars > MAX_NODES ? 'TOO_MANY_NODES' : parser.stack.length > 3 * MAX_DEPTH ? 'TOO_DEEP' : null;
    if (code !== null) {
      const { offset } = parser;
      for (const token of parser.end()) tokens.push(token);
      return { tokens, stop: { code, offset } };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, stop: null };
}
