import { CST, Lexer, Parser } from 'yaml';
import { MAX_DEPTH, MAX_DOCUMENTS, MAX_ERRORS, MAX_NODES, MAX_TOKENS } from './limits.ts';

/** The limit that stopped the reader. */
export type StopCode = 'TOO_MANY_NODES' | 'TOO_DEEP';

/** The concrete tree of a text, and where reading stopped, if it did. */
export interface TokenStream {
  readonly tokens: readonly CST.Token[];
  /** Signs and lines that were read. */
  readonly lexemes: number;
  /** Set when a limit stopped the reader: nothing behind `offset` is in `tokens`. */
  readonly stop: { readonly code: StopCode; readonly offset: number } | null;
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
 * Reads a text into concrete YAML tokens. Stops early at more scalars than a document may hold, at far too many signs or
 * lines, and at nesting far beyond the limit, so that neither time nor the stack runs out; nesting just beyond the limit is
 * found when the tree is built. Behind a hundred documents it stops without a word: the second of them is a mistake already.
 */
export function readTokens(text: string): TokenStream {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let scalars = 0;
  let errors = 0;
  let documents = 0;
  let previous = '';
  let code: StopCode | null = null;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1 + countBreaks(lexeme);
    if (lexeme === CST.SCALAR || (isQuoted(lexeme) && previous !== CST.SCALAR)) scalars += 1;
    previous = lexeme;
    code = findLimit({ scalars, lexemes, levels: parser.stack.length });
    if (code !== null || documents > MAX_DOCUMENTS) break;
    for (const token of parser.next(lexeme)) {
      const isPart = STREAM_PARTS.has(token.type);
      if (!isPart) errors += 1;
      if (token.type === 'document') documents += 1;
      // Each would become an error with its own stack trace; these take far longer than reading.
      if (isPart || errors <= 5 * MAX_ERRORS) tokens.push(token);
    }
  }
  const { offset } = parser;
  for (const token of parser.end()) tokens.push(token);
  return { tokens, lexemes, stop: code === null ? null : { code, offset } };
}

/** The limit that is passed. */
function findLimit(read: {
  readonly scalars: number;
  readonly lexemes: number;
  readonly levels: number;
}): StopCode | null {
  if (read.scalars > MAX_NODES || read.lexemes > MAX_TOKENS) return 'TOO_MANY_NODES';
  return read.levels > 3 * MAX_DEPTH ? 'TOO_DEEP' : null;
}

/** Line breaks within a lexeme; one at its end is counted as the lexeme, or as the next. */
function countBreaks(lexeme: string): number {
  let count = 0;
  for (let at = lexeme.indexOf('\n'); at >= 0 && at < lexeme.length - 1; at = lexeme.indexOf('\n', at + 1)) count += 1;
  return count;
}

function isQuoted(lexeme: string): boolean {
  return lexeme.startsWith('"') || lexeme.startsWith("'");
}
