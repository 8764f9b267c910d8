/** What a piece of a Go template is. */
interface Token {
  readonly kind: 'path' | 'word' | 'literal' | 'sign';
  readonly text: string;
}

/** How expressions here write a function of Go templates; null for those that they do not have. */
type Writer = (args: readonly string[]) => string | null;

const TOKENS =
  /\s*(?:(?<path>(?:\.[A-Za-z_][\w-]*)+)|(?<literal>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|-?\d+(?:\.\d+)?|true\b|false\b|nil\b)|(?<word>[A-Za-z_]\w*(?:\.[\w.]+)?)|(?<sign>[()|]))/y;

/** Words that begin or end a block, which expressions do not have. */
const BLOCKS: ReadonlySet<string> = new Set([
  'if',
  'else',
  'end',
  'range',
  'with',
  'define',
  'template',
  'block',
  'break',
]);

function binary(operator: string): Writer {
  return (args) => (args.length === 2 ? `${args[0]} ${operator} ${args[1]}` : null);
}

function joined(operator: string): Writer {
  return (args) => (args.length > 1 ? args.join(` ${operator} `) : null);
}

function call(name: string, count: number): Writer {
  return (args) => (args.length === count ? `${name}(${args.join(', ')})` : null);
}

const FUNCTIONS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['eq', binary('==')],
  ['ne', binary('!=')],
  ['lt', binary('<')],
  ['le', binary('<=')],
  ['gt', binary('>')],
  ['ge', binary('>=')],
  ['and', joined('&&')],
  ['or', joined('||')],
  ['not', ([value]) => (value === undefined ? null : `!${value}`)],
  ['add', joined('+')],
  ['sub', binary('-')],
  ['mul', joined('*')],
  ['div', binary('/')],
  ['mod', binary('%')],
  ['default', ([other, value]) => (other === undefined || value === undefined ? null : `${value} ?? ${other}`)],
  ['coalesce', joined('??')],
  ['hasKey', ([map, key]) => (map === undefined || key === undefined ? null : `${key} in ${map}`)],
  ['index', ([value, key]) => (value === undefined || key === undefined ? null : `${value}[${key}]`)],
  ['join', ([between, list]) => (between === undefined || list === undefined ? null : `join(${list}, ${between})`)],
  ['contains', ([part, text]) => (part === undefined || text === undefined ? null : `contains(${text}, ${part})`)],
  ['now', (args) => (args.length === 0 ? 'now()' : null)],
  ...['len', 'upper', 'lower', 'trim', 'first', 'last', 'keys', 'values', 'toString', 'fromJson'].map(
    (name): [string, Writer] => [name, call(name, 1)],
  ),
  ...['toJson', 'toJSON', 'tojson', 'toPrettyJson'].map((name): [string, Writer] => [name, call('toJson', 1)]),
]);

/** A value that has to be in brackets beside an operator. */
const PLAIN = /^!?(?:[\w.$-]+(?:\([^()]*\))?|"[^"]*"|'[^']*')$/;

/**
 * The inside of `{{ … }}` of a Go template as an expression: `.a.b` is `a.b`, `eq .a 1` is `a == 1`, `.a | default "x"` is
 * `a ?? "x"`. `nameOf` gives the name of a root. Null where it has no counterpart, such as `if`, `range` or an unknown function.
 */
export function toExpression(inside: string, nameOf: (root: string) => string): string | null {
  const tokens = readTokens(inside.replace(/^-(?=\s)/, '').replace(/(?<=\s)-$/, ''));
  if (tokens === null || tokens.length === 0) return null;
  const reader = new Reader(tokens, nameOf);
  const written = reader.pipeline();
  return reader.isDone ? written : null;
}

function readTokens(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKENS.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKENS.lastIndex) {
    TOKENS.lastIndex = at;
    const groups = TOKENS.exec(source)?.groups;
    if (groups === undefined) return null;
    for (const kind of ['path', 'word', 'literal', 'sign'] as const) {
      const found = groups[kind];
      if (found !== undefined) tokens.push({ kind, text: found });
    }
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #nameOf: (root: string) => string;
  #at = 0;

  constructor(tokens: readonly Token[], nameOf: (root: string) => string) {
    this.#tokens = tokens;
    this.#nameOf = nameOf;
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Commands between bars: what one gives is the last argument of the next. */
  pipeline(): string | null {
    let value = this.#command(null);
    while (value !== null && this.#takes('|')) value = this.#command(value);
    return value;
  }

  #command(piped: string | null): string | null {
    const name = this.#tokens[this.#at];
    if (name === undefined || BLOCKS.has(name.text)) return null;
    const isCall = name.kind === 'word' && FUNCTIONS.has(name.text);
    if (isCall) this.#at += 1;
    const args: string[] = [];
    for (let operand = this.#operand(); operand !== undefined; operand = this.#operand()) {
      if (operand === null) return null;
      args.push(operand);
    }
    if (isCall) {
      const given = piped === null ? args : [...args, inBrackets(piped)];
      return (
        FUNCTIONS.get(name.text)?.(given.length === 1 && name.text !== 'not' ? given : given.map(inBrackets)) ?? null
      );
    }
    return piped === null && args.length === 1 ? (args[0] ?? null) : null;
  }

  /** Undefined where there is none; null where it has no counterpart. */
  #operand(): string | null | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.text === '|' || token.text === ')') return undefined;
    this.#at += 1;
    if (token.kind === 'path') return this.#toPath(token.text);
    if (token.kind === 'literal') return token.text === 'nil' ? 'null' : token.text.replaceAll('`', '"');
    if (token.kind === 'word') return token.text.includes('.') ? token.text : (FUNCTIONS.get(token.text)?.([]) ?? null);
    const inner = this.pipeline();
    return inner !== null && this.#takes(')') ? inBrackets(inner) : null;
  }

  #toPath(text: string): string {
    const [root = '', ...keys] = text.slice(1).split('.');
    return [root === 'now' && keys.length === 0 ? 'now()' : this.#nameOf(root), ...keys].join('.');
  }

  #takes(sign: string): boolean {
    if (this.#tokens[this.#at]?.text !== sign) return false;
    this.#at += 1;
    return true;
  }
}

function inBrackets(value: string): string {
  return PLAIN.test(value) || /^\(.*\)$/.test(value) ? value : `(${value})`;
}
