import { CST, Lexer, Parser } from 'yaml';
import { MAX_DEPTH, MAX_ERRORS, MAX_NODES, MAX_TOKENS } from './limits.ts';

/** The concrete tree of a text, and where reading stopped, if it did. */
export interface TokenStream {
  readonly tokens: readonly CST.Token[];
  /** Signs and line breaks that were read. */
  readonly lexemes: number;
  /** Set when a limit stopped the reader: nothing behind `offset` is in `tokens`. */
  readonly stop: { readonly code: 'TOO_MANY_NODES' | 'TOO_DEEP'; readonly offset: number } | null;
}

/** What a stream of YAML consists of; any other token at its top is a mistake. */
const STREAM_PARTS: ReadonlySet<string> = new Set([
  'byte-order-mark',
  'comment',
  'directive',
  'doc-end',
  'doc-mode',
  'document',
  'flow-error-end',
  'newline',
  'space',
]);

/**
 * Reads a text into concrete YAML tokens. Stops early at more scalars than a document may hold, at far too many signs, and at nesting far beyond
 * the limit, so that neither time nor the stack runs out; nesting just beyond the limit is found when the tree is built.
 */
export function readTokens(text: string): TokenStream {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let scalars = 0;
  let errors = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      const isPart = STREAM_PARTS.has(token.type);
      if (!isPart) errors += 1;
      // Each would become an error with a trace of its own; these take far longer than reading.
      if (isPart || errors <= 5 * MAX_ERRORS) tokens.push(token);
    }
    lexemes += 1;
    if (lexeme === CST.SCALAR || (isQuoted(lexeme) && previous !== CST.SCALAR)) scalars += 1;
    previous = lexeme;
    const isTooLong = scalars > MAX_NODES || lexemes > MAX_TOKENS;
    const code = isTooLong ? 'TOO_MANY_NODES' : parser.stack.length > 3 * MAX_DEPTH ? 'TOO_DEEP' : null;
    if (code !== null) {
      const { offset } = parser;
      for (const token of parser.end()) tokens.push(token);
      return { tokens, lexemes, stop: { code, offset } };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, lexemes, stop: null };
}

function isQuoted(lexeme: string): boolean {
  return lexeme.startsWith('"') || lexeme.startsWith("'");
}
