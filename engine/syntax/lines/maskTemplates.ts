import { CST, Lexer, Parser } from 'yaml';
import type { TextRange } from '../../text/index.ts';
import { MAX_DEPTH, MAX_DOCUMENTS, MAX_ERRORS, MAX_NODES, MAX_TOKENS } from './limits.ts';

/** Rounds of masking before giving up: each finds what the templates before it had hidden. */
const MAX_ROUNDS = 50;

/** Templates without quotes after which the text is not read: each is a mistake, and costs as much as ten values. */
export const MAX_MASKED = 10_000;

/** Characters searched for the end of a template: one longer than 4 KiB could not be evaluated. */
const MAX_TEMPLATE = 5_000;

/** Tokens of a text whose unquoted templates were read as plain scalars. */
export interface MaskedTokens extends Omit<TokenStream, 'stop'> {
  /** Set when a limit stopped the reader: nothing behind `offset` is in `tokens`. */
  readonly stop: { readonly code: StopCode | 'TOO_MANY_TEMPLATES'; readonly offset: number } | null;
  /** The text the tokens come from: templates overwritten, every offset kept. */
  readonly text: string;
  /** Start and end of each unquoted template, by start. */
  readonly templates: ReadonlyMap<number, number>;
}

/**
 * Reads tokens, taking `a: {{ x }}` for the text its author meant. YAML takes it for a map in a map, and a bracket or colon
 * within for a mistake that may spoil the rest; so such templates are overwritten by a plain scalar of the same length.
 */
export function readMaskedTokens(text: string): MaskedTokens {
  const templates = new Map<number, number>();
  let masked = text;
  let stream = readTokens(text);
  for (let round = 0; round < MAX_ROUNDS && text.includes('{{'); round += 1) {
    const all = findTemplates(text, stream.tokens);
    if (all.length === 0) break;
    const found = all.slice(0, MAX_MASKED - templates.size);
    let next = '';
    let end = 0;
    for (const range of found) {
      templates.set(range.start, range.end);
      next += masked.slice(end, range.start) + masked.slice(range.start, range.end).replace(/[^\s]/g, 'x');
      end = range.end;
    }
    masked = next + masked.slice(end);
    const rest = all[found.length];
    if (rest !== undefined) return readUpTo(masked, rest.start, templates);
    stream = readTokens(masked);
  }
  return { ...stream, text: masked, templates };
}

/** The tokens up to the first template that is one too many: what is masked behind it is not read either. */
function readUpTo(masked: string, offset: number, templates: ReadonlyMap<number, number>): MaskedTokens {
  const text = masked.slice(0, offset);
  const stream = readTokens(text);
  return { ...stream, stop: stream.stop ?? { code: 'TOO_MANY_TEMPLATES', offset }, text, templates };
}

function findTemplates(text: string, tokens: readonly CST.Token[]): TextRange[] {
  const found: TextRange[] = [];
  const visit = (token: CST.Token | null | undefined, isInFlow: boolean): void => {
    if (token === null || token === undefined) return;
    if (token.type === 'document') return visit(token.value, false);
    if (token.type !== 'flow-collection' && token.type !== 'block-map' && token.type !== 'block-seq') return;
    const isFlow = token.type === 'flow-collection';
    if (isFlow && text.startsWith('{{', token.offset) && token.start.source === '{') {
      const range = templateRange(text, token.offset, isInFlow);
      if (range !== null) {
        found.push(range);
        return;
      }
    }
    for (const item of token.items) {
      visit(item.key, isInFlow || isFlow);
      visit(item.value, isInFlow || isFlow);
    }
  };
  for (const token of tokens) visit(token, false);
  found.sort((a, b) => a.start - b.start);
  return found.filter((range, index) => index === 0 || range.start >= (found[index - 1]?.end ?? 0));
}

/** A template in a flow collection ends at its braces; elsewhere it takes the rest of its line along, less a comment. */
function templateRange(text: string, start: number, isInFlow: boolean): TextRange | null {
  const close = findClose(text, start + 2);
  if (isInFlow) return close === null || text.slice(start, close).includes('\n') ? null : { start, end: close };
  const last = close === null ? start : close;
  const rest = text.slice(last, endOfLine(text, last));
  if (close !== null && /^\s*(#|:(\s|$)|$)/.test(rest)) return { start, end: close };
  const comment = rest.search(/\s#/);
  return { start, end: last + (comment < 0 ? rest : rest.slice(0, comment)).trimEnd().length };
}

/** A line that continues the previous one: indented, and neither a list item nor a key. */
const CONTINUATION = /[ \t]+(?!-\s|[\w-]+:(?:\s|$))\S/y;

/** The offset behind the `}}` that closes a template, passing over quoted text; null when the template is not closed. */
function findClose(text: string, from: number): number | null {
  let quote = '';
  const end = Math.min(text.length, from + MAX_TEMPLATE);
  for (let offset = from; offset < end; offset += 1) {
    const char = text.charAt(offset);
    if (char === '\n') {
      CONTINUATION.lastIndex = offset + 1;
      if (quote !== '' || !CONTINUATION.test(text)) return null;
    } else if (quote !== '') {
      if (char === '\\') offset += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if (char === '}' && text.charAt(offset + 1) === '}') {
      return offset + 2;
    }
  }
  return null;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end < 0) return text.length;
  return text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** The limit that stopped the reader. */
type StopCode = 'TOO_MANY_NODES' | 'TOO_DEEP';

/** The concrete tree of a text, and where reading stopped, if it did. */
interface TokenStream {
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
function readTokens(text: string): TokenStream {
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
