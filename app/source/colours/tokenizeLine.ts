import { tokenizeExpression } from '#engine/values';

/** What a stretch of YAML is; the theme gives each a colour. It reaches to the next token. */
export type TokenScope =
  | ''
  | 'key'
  | 'value'
  | 'string'
  | 'number'
  | 'constant'
  | 'comment'
  | 'delimiter'
  | 'anchor'
  | 'brace'
  | 'expression.name'
  | 'expression.function'
  | 'expression.string'
  | 'expression.number'
  | 'expression.operator';

export interface LineToken {
  /** Column from 0. */
  readonly start: number;
  readonly scope: TokenScope;
}

/** What a line hands to the next one. */
export interface LineState {
  /** Column of the key or dash whose block scalar continues; -1 outside of one. */
  readonly block: number;
  /** The quote of a scalar that is still open; empty outside of one. */
  readonly quote: '' | '"' | "'";
  /** True inside `{{ }}`. */
  readonly isExpression: boolean;
  /** Open braces and brackets. */
  readonly flow: number;
}

export const INITIAL_LINE_STATE: LineState = { block: -1, quote: '', isExpression: false, flow: 0 };

const BLANK = /[ \t\ufeff]+/y;
const DASH = /-(?=\s|$)/y;
const KEY = /(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"#{}[\],&*!|>%@`][^:#{}[\],"']*?)(?=\s*:(?:\s|$))/y;
const BLOCK_HEADER = /[|>][+-]?\d?[+-]?(?=\s*(?:#.*)?$)/y;
const ANCHOR = /[&*!][^\s,{}[\]]*/y;
const PLAIN = /(?:(?!\s#|\{\{).)+/y;
const PLAIN_IN_FLOW = /(?:(?!\s#|\{\{|[,{}[\]]|:(?:\s|$)).)+/y;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|0x[\da-fA-F]+|0o[0-7]+|\.\d+|\.inf|\.nan)$/i;
const CONSTANT = /^(?:true|false|null|~)$/i;

/** Cuts one line of YAML into tokens, templates included, from the state at the end of the line before. Never throws. */
export function tokenizeLine(
  line: string,
  before: LineState,
): { readonly tokens: readonly LineToken[]; readonly state: LineState } {
  const scanner = new LineScanner(line, before);
  scanner.scan();
  return { tokens: scanner.tokens, state: scanner.state };
}

class LineScanner {
  readonly tokens: LineToken[] = [];
  readonly #line: string;
  #block: number;
  #quote: LineState['quote'];
  #isExpression: boolean;
  #flow: number;
  #at = 0;
  #expectsKey = true;
  /** Column of the last key or dash of this line. */
  #mark = 0;

  constructor(line: string, before: LineState) {
    this.#line = line;
    this.#block = before.block;
    this.#quote = before.quote;
    this.#isExpression = before.isExpression;
    this.#flow = before.flow;
  }

  get state(): LineState {
    return { block: this.#block, quote: this.#quote, isExpression: this.#isExpression, flow: this.#flow };
  }

  scan(): void {
    if (this.#block >= 0 && this.#scanBlockText()) return;
    this.#block = -1;
    if (this.#quote !== '') this.#scanQuoted(this.#quote);
    else this.#isExpression = false;
    while (this.#at < this.#line.length) this.#scanNext();
  }

  /** A line of a block scalar; false when the line is indented too little to be one. */
  #scanBlockText(): boolean {
    const indent = this.#line.search(/\S/);
    if (indent !== -1 && indent <= this.#block) return false;
    this.#scanText(this.#line.length, 'string');
    return true;
  }

  #scanNext(): void {
    if (this.#take(BLANK, '')) return;
    const char = this.#line[this.#at];
    const isAfterBlank = this.#at === 0 || /\s/.test(this.#line[this.#at - 1] ?? '');
    if (char === '#' && isAfterBlank) this.#push('comment', this.#line.length);
    else if (this.#expectsKey && this.#takeMark(DASH)) this.#push('delimiter', this.#at + 1);
    else if (this.#expectsKey && this.#takeMark(KEY)) this.#scanKey();
    else if (this.#line.startsWith('{{', this.#at)) this.#scanExpression(this.#line.length);
    else if (char !== undefined && '{}[],:'.includes(char)) this.#scanDelimiter(char);
    else if (char === '"' || char === "'") this.#scanQuoted(char);
    else if (this.#flow === 0 && this.#take(BLOCK_HEADER, 'delimiter')) this.#block = this.#mark;
    else if (!this.#take(ANCHOR, 'anchor')) this.#scanPlain();
  }

  #takeMark(pattern: RegExp): boolean {
    if (match(pattern, this.#line, this.#at) === null) return false;
    if (this.#flow === 0) this.#mark = this.#at;
    return true;
  }

  #scanKey(): void {
    this.#take(KEY, 'key');
    this.#take(BLANK, '');
    this.#push('delimiter', this.#at + 1);
    this.#expectsKey = false;
  }

  #scanDelimiter(char: string): void {
    if (char === '{' || char === '[') this.#flow += 1;
    if (char === '}' || char === ']') this.#flow = Math.max(0, this.#flow - 1);
    this.#expectsKey = this.#flow > 0 && (char === '{' || char === ',' || char === '[');
    this.#push('delimiter', this.#at + 1);
  }

  #scanPlain(): void {
    const text = match(this.#flow > 0 ? PLAIN_IN_FLOW : PLAIN, this.#line, this.#at) ?? this.#line.charAt(this.#at);
    const value = text.trim();
    this.#push(NUMBER.test(value) ? 'number' : CONSTANT.test(value) ? 'constant' : 'value', this.#at + text.length);
    this.#expectsKey = false;
  }

  /** A quoted scalar, or the continuation of one. */
  #scanQuoted(quote: '"' | "'"): void {
    const isNew = this.#quote === '';
    const end = endOfQuoted(this.#line, isNew ? this.#at + 1 : this.#at, quote);
    this.#quote = end === -1 ? quote : '';
    if (isNew) this.#push('string', this.#at + 1);
    this.#scanText(end === -1 ? this.#line.length : end - 1, 'string');
    if (end === -1) return;
    this.#isExpression = false;
    this.#push('string', end);
    this.#expectsKey = false;
  }

  /** Text up to a column, with the templates in it. */
  #scanText(end: number, scope: TokenScope): void {
    if (this.#isExpression) this.#scanExpressionBody(end);
    while (this.#at < end) {
      const open = this.#line.indexOf('{{', this.#at);
      if (open === -1 || open >= end) {
        this.#push(scope, end);
      } else if (this.#line[open - 1] === '\\') {
        this.#push(scope, open + 2);
      } else {
        if (open > this.#at) this.#push(scope, open);
        this.#scanExpression(end);
      }
    }
  }

  #scanExpression(end: number): void {
    this.#push('brace', this.#at + 2);
    this.#isExpression = true;
    this.#scanExpressionBody(end);
    // Outside of quotes and block text a template ends with its line.
    if (this.#quote === '' && this.#block < 0 && end === this.#line.length) this.#isExpression = false;
  }

  #scanExpressionBody(end: number): void {
    const close = endOfExpression(this.#line, this.#at, end);
    const stop = close === -1 ? end : close;
    const { tokens } = tokenizeExpression(this.#line, this.#at, stop);
    for (const [index, token] of tokens.entries()) {
      if (token.kind === 'end') break;
      if (token.start > this.#at) this.#push('', token.start);
      this.#push(scopeOf(tokens, index), token.end);
    }
    if (this.#at < stop) this.#push('', stop);
    if (close === -1) return;
    this.#push('brace', close + 2);
    this.#isExpression = false;
  }

  #take(pattern: RegExp, scope: TokenScope): boolean {
    const text = match(pattern, this.#line, this.#at);
    if (text === null) return false;
    this.#push(scope, this.#at + text.length);
    return true;
  }

  #push(scope: TokenScope, end: number): void {
    if (this.tokens.at(-1)?.scope !== scope) this.tokens.push({ start: this.#at, scope });
    this.#at = end;
  }
}

type ExpressionTokens = ReturnType<typeof tokenizeExpression>['tokens'];

function scopeOf(tokens: ExpressionTokens, index: number): TokenScope {
  const token = tokens[index];
  switch (token?.kind) {
    case 'string':
      return 'expression.string';
    case 'number':
      return 'expression.number';
    case 'name': {
      const isCalled = tokens[index + 1]?.text === '(' || tokens[index - 1]?.text === '|';
      return isCalled
        ? 'expression.function'
        : CONSTANT.test(token.text) || token.text === 'in'
          ? 'expression.number'
          : 'expression.name';
    }
    default:
      return 'expression.operator';
  }
}

function match(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}

/** Column behind the closing quote; -1 when it is not on this line. */
function endOfQuoted(line: string, from: number, quote: '"' | "'"): number {
  for (let at = from; at < line.length; at += 1) {
    if (quote === '"' && line[at] === '\\') at += 1;
    else if (line[at] === quote && quote === "'" && line[at + 1] === quote) at += 1;
    else if (line[at] === quote) return at + 1;
  }
  return -1;
}

/** Column of the `}}` that ends an expression, quotes and maps inside it skipped; -1 when it is not before `end`. */
function endOfExpression(line: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const char = line[at];
    if (char === "'" || char === '"') {
      const close = line.indexOf(char, at + 1);
      if (close !== -1 && close < end) at = close;
    } else if (char === '{') depth += 1;
    else if (char === '}') {
      if (depth === 0 && line[at + 1] === '}' && at + 1 < end) return at;
      depth = Math.max(0, depth - 1);
    }
  }
  return -1;
}
