/** What a piece of a Go template is. */
interface Token {
  readonly kind: 'path' | 'word' | 'literal' | 'sign';
  readonly text: string;
  /** Nothing is between it and what is before it. */
  readonly isAttached: boolean;
}

/** How tightly a written part holds together: nothing can be put in between, a sign in front of it, an operator between its parts. */
type Tightness = 'whole' | 'signed' | 'operator';

/** A part of an expression as it is written here. */
interface Written {
  readonly text: string;
  readonly shape: Tightness;
}

/** How expressions here write a function of Go templates; null for those that they do not have. */
type Writer = (args: readonly Written[]) => Written | null;

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
  return exactly(2, ([left, right]) => operation([left, right], operator));
}

function joined(operator: string): Writer {
  return (args) => (args.length > 1 ? operation(args, operator) : null);
}

function operation(args: readonly Written[], operator: string): Written {
  return { text: args.map(besideOperator).join(` ${operator} `), shape: 'operator' };
}

function call(name: string, count: number): Writer {
  return (args) => (args.length === count ? callOf(name, args) : null);
}

function callOf(name: string, args: readonly Written[]): Written {
  return { text: `${name}(${args.map(({ text }) => text).join(', ')})`, shape: 'whole' };
}

/** A writer for so many arguments, no fewer and no more. */
function exactly(count: 1 | 2, write: (args: readonly [Written, Written]) => Written): Writer {
  return (args) => {
    const [first, second = first] = args;
    return args.length !== count || first === undefined || second === undefined ? null : write([first, second]);
  };
}

/** `index .a 0 "k"` is `a[0]["k"]`. */
function access([value, ...keys]: readonly Written[]): Written | null {
  if (value === undefined || keys.length === 0) return null;
  const base = value.shape === 'whole' ? value.text : `(${value.text})`;
  return { text: base + keys.map(({ text }) => `[${text}]`).join(''), shape: 'whole' };
}

function besideOperator({ text, shape }: Written): string {
  return shape === 'operator' ? `(${text})` : text;
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
  ['not', exactly(1, ([value]) => ({ text: `!${besideOperator(value)}`, shape: 'signed' }))],
  ['add', joined('+')],
  ['sub', binary('-')],
  ['mul', joined('*')],
  ['div', binary('/')],
  ['mod', binary('%')],
  ['default', exactly(2, ([other, value]) => operation([value, other], '??'))],
  ['coalesce', joined('??')],
  ['hasKey', exactly(2, ([map, key]) => operation([key, map], 'in'))],
  ['index', access],
  ['join', exactly(2, ([between, list]) => callOf('join', [list, between]))],
  ['contains', exactly(2, ([part, text]) => callOf('contains', [text, part]))],
  ['now', call('now', 0)],
  ...['len', 'upper', 'lower', 'trim', 'first', 'last', 'keys', 'values', 'toString', 'fromJson'].map(
    (name): [string, Writer] => [name, call(name, 1)],
  ),
  ...['toJson', 'toJSON', 'tojson', 'toPrettyJson'].map((name): [string, Writer] => [name, call('toJson', 1)]),
]);

/**
 * The inside of `{{ … }}` of a Go template as an expression: `.a.b` is `a.b`, `eq .a 1` is `a == 1`, `.a | default "x"` is
 * `a ?? "x"`. `nameOf` gives the name of a root. Null where it has no counterpart, such as `if`, `range` or an unknown function.
 */
export function toExpression(inside: string, nameOf: (root: string) => string): string | null {
  const tokens = readTokens(inside.replace(/^-(?=\s)/, '').replace(/(?<=\s)-$/, ''));
  if (tokens === null || tokens.length === 0) return null;
  const reader = new Reader(tokens, nameOf);
  const written = reader.pipeline();
  return reader.isDone && written !== null ? written.text : null;
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
      if (found !== undefined) tokens.push({ kind, text: found, isAttached: source.startsWith(found, at) });
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
  pipeline(): Written | null {
    let value = this.#command(null);
    while (value !== null && this.#takes('|')) value = this.#command(value);
    return value;
  }

  #command(piped: Written | null): Written | null {
    const name = this.#tokens[this.#at];
    if (name === undefined || BLOCKS.has(name.text)) return null;
    const writer = name.kind === 'word' ? FUNCTIONS.get(name.text) : undefined;
    if (writer !== undefined) this.#at += 1;
    const args: Written[] = [];
    for (let operand = this.#operand(); operand !== undefined; operand = this.#operand()) {
      if (operand === null) return null;
      args.push(operand);
    }
    if (writer !== undefined) return writer(piped === null ? args : [...args, piped]);
    return piped === null && args.length === 1 ? (args[0] ?? null) : null;
  }

  /** Undefined where there is none; null where it has no counterpart. */
  #operand(): Written | null | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.text === '|' || token.text === ')') return undefined;
    this.#at += 1;
    if (token.kind === 'path') return { text: this.#toPath(token.text), shape: 'whole' };
    if (token.kind === 'literal') return { text: toLiteral(token.text), shape: 'whole' };
    if (token.kind === 'word' && token.text.includes('.')) return { text: token.text, shape: 'whole' };
    if (token.kind === 'word') return FUNCTIONS.get(token.text)?.([]) ?? null;
    const inner = this.pipeline();
    return inner !== null && this.#takes(')') ? this.#keysOf(inner) : null;
  }

  /** The keys that are read of what is in brackets: `(index .a 0).b`. */
  #keysOf(value: Written): Written {
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'path' || !next.isAttached) return value;
    this.#at += 1;
    const base = value.shape === 'whole' ? value.text : `(${value.text})`;
    return { text: base + next.text, shape: 'whole' };
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

/** A text between backticks has no escapes: what is in it is written with them. */
function toLiteral(text: string): string {
  if (text === 'nil') return 'null';
  return text.startsWith('`') ? JSON.stringify(text.slice(1, -1)) : text;
}
