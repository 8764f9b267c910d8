import { describe, expect, it } from 'vitest';
import type { ExpressionNode } from '../tree/Expression.ts';
import { parseExpression } from './parseExpression.ts';

/** A tree as text, fully bracketed. */
function show(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value);
    case 'list':
      return `[${node.items.map(show).join(' ')}]`;
    case 'map':
      return `{${node.entries.map((entry) => `${entry.key}:${show(entry.value)}`).join(' ')}}`;
    case 'root':
      return node.name;
    case 'local':
      return `$${node.slot}`;
    case 'member':
      return `${show(node.object)}${node.isOptional ? '?' : ''}.${node.key}`;
    case 'index':
      return `${show(node.object)}${node.isOptional ? '?' : ''}[${show(node.index)}]`;
    case 'unary':
      return `(${node.operator} ${show(node.operand)})`;
    case 'binary':
    case 'logical':
      return `(${show(node.left)} ${node.operator} ${show(node.right)})`;
    case 'conditional':
      return `(${show(node.test)} ? ${show(node.whenTrue)} : ${show(node.whenFalse)})`;
    case 'call': {
      const args: string[] = node.args.map(show);
      if (node.arrow !== null)
        args.splice(
          node.arrow.index,
          0,
          `${node.arrow.node.slots.map((slot) => `$${slot}`).join(',')} => ${show(node.arrow.node.body)}`,
        );
      return `${node.name}(${args.join(', ')})`;
    }
    case 'hole':
      return '□';
    default:
      return node satisfies never;
  }
}

/** The source with each error's range in ‹brackets›. */
function mark(source: string): string {
  return parseExpression(source)
    .errors.toReversed()
    .reduce(
      (text, error) => `${text.slice(0, error.start)}‹${text.slice(error.start, error.end)}›${text.slice(error.end)}`,
      source,
    );
}

/** Each reference as `root/key/key`, with `[]` where a computed index follows, and its text. */
function list(source: string): string[] {
  return parseExpression(source).references.map(
    (reference) =>
      `${[reference.root, ...reference.path].join('/')}${reference.isComputed ? '[]' : ''} = ${source.slice(reference.start, reference.end)}`,
  );
}

/** A number in so many brackets. */
function nested(levels: number): string {
  return `${'('.repeat(levels)}1${')'.repeat(levels)}`;
}

describe('binding', () => {
  it.each([
    ['1 + 2 * 3', '(1 + (2 * 3))'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ['a % 2 == 0', '((a % 2) == 0)'],
    ['a === b !== c', '((a == b) != c)'],
    ['a || b && c', '(a || (b && c))'],
    ['a ?? b || c', '(a ?? (b || c))'],
    ['a < b == c >= d', '((a < b) == (c >= d))'],
    ['!a in b', '((! a) in b)'],
    ['-2 + +a', '(-2 + (+ a))'],
    ['- -1', '1'],
    ['!!a', '(! (! a))'],
    ['-a.b', '(- a.b)'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? .5 : 1', '(a ? 0.5 : 1)'],
    ['a?.5:1', '(a ? 0.5 : 1)'],
    ['a | len', 'len(a)'],
    ['a ?? b | default(c)', 'default((a ?? b), c)'],
    ['a ? b : c | len', 'len((a ? b : c))'],
    ['a | trim | upper', 'upper(trim(a))'],
    ['[a | len, {b: c | len}]', '[len(a) {b:len(c)}]'],
    ['(a | len) + 1', '(len(a) + 1)'],
    ['map(a, x => x.b | upper)', 'map(a, $0 => upper($0.b))'],
    ['a | map((x, i) => x + i)', 'map(a, $0,$1 => ($0 + $1))'],
    ['map(a, x => map(x, y => x + y) )', 'map(a, $0 => map($0, $1 => ($0 + $1)))'],
    ['map(a, x => map(x, x => x))', 'map(a, $0 => map($0, $1 => $1))'],
    ["a.b['c d'][0]?.e?.[f]", 'a.b.c d.0?.e?[f]'],
    ['tasks.format-code.output-1', 'tasks.format-code.output-1'],
    ['index-1', '(index - 1)'],
    ['a.b - 1', '(a.b - 1)'],
    ["{a, 'b c': 1, 2: 3, if: 4,}", '{a:a b c:1 2:3 if:4}'],
    ['[1, 2,]', '[1 2]'],
    ['1.5e3', '1500'],
    ['a.in', 'a.in'],
    ['a\n  | upper', 'upper(a)'],
  ])('%s', (source, tree) => {
    const { ast, errors } = parseExpression(source);
    expect(errors).toEqual([]);
    expect(show(ast)).toBe(tree);
  });
});

describe('text', () => {
  it.each([
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"a\"b"`, 'a"b'],
    [String.raw`'\n\t\\'`, '\n\t\\'],
    [String.raw`'\u00e9\u{1F600}'`, 'é😀'],
    [String.raw`'^\d+\b'`, String.raw`^\d+\b`],
    ["'}} {{'", '}} {{'],
  ])('%s', (source, value) => {
    const { ast, errors } = parseExpression(source);
    expect(errors).toEqual([]);
    expect(ast).toMatchObject({ kind: 'literal', value });
  });
});

describe('errors', () => {
  it.each([
    ['1 +', '1 ‹+›'],
    ['', '‹›'],
    ['a b', 'a ‹b›'],
    ['a and b', 'a ‹and› b'],
    ['a = b', 'a ‹=› b'],
    ['(a', '‹(›a'],
    ['[a, ', '‹[›a, '],
    ['{a: 1', '‹{›a: 1'],
    ['f(a', 'f‹(›a'],
    ["'abc", "‹'abc›"],
    ['a.', 'a‹.›'],
    ['a.0', 'a‹.0›'],
    ['a ? b', 'a ‹?› b'],
    ['a |', 'a ‹|›'],
    ['a | 5', 'a | ‹5›'],
    ['x => x', 'x ‹=>› x'],
    ['a.upper()', 'a.upper‹(›)'],
    ['5m', '‹5m›'],
    ['`a`', '‹`›a‹`›'],
    ['naïve', 'na‹ïve›'],
    ["'\\u12'", "'‹\\u›12'"],
    ['len()', '‹len›()'],
    ['len(x => x)', 'len(‹x => x›)'],
    ['map(a, b)', 'map(a, ‹b›)'],
    ['map(a, (x, i, j) => x)', 'map(a, ‹(x, i, j) => x›)'],
    ['map(a, x => x(1))', 'map(a, x => ‹x›(1))'],
    ['a + * b', 'a + ‹*› b'],
    ['[...a]', '[‹...›a]'],
    ['{...a}', '{‹...›a}'],
    ['map(a, (x y) => x)', 'map(a, ‹(›‹x› y) => x)'],
    ['1e999', '‹1e999›'],
    ['{: 1}', '{‹:› 1}'],
  ])('%s', (source, marked) => {
    expect(mark(source)).toBe(marked);
  });

  it('leaves unknown roots and functions to check, and lists them', () => {
    const { errors, references, calls } = parseExpression('foo.bar + baz(1)');
    expect(errors).toEqual([]);
    expect(references.map((reference) => reference.root)).toEqual(['foo']);
    expect(calls).toEqual([{ name: 'baz', start: 10, end: 13 }]);
  });

  it('refuses more than 4096 characters and more than 64 levels', () => {
    expect(parseExpression(`'${'x'.repeat(4094)}'`).errors).toEqual([]);
    expect(parseExpression(`'${'x'.repeat(4095)}'`).errors).toHaveLength(1);
    expect(parseExpression(nested(63)).errors).toEqual([]);
    for (const source of [
      nested(64),
      '-'.repeat(65) + 'a',
      '['.repeat(2000),
      'len('.repeat(1000),
      'a?'.repeat(2000),
      'map(a,x=>'.repeat(400),
    ]) {
      expect(
        parseExpression(source)
          .errors.map((error) => error.message)
          .join(),
      ).toContain('64 levels');
    }
  });

  it('reads long chains that do not nest', () => {
    expect(parseExpression(`1${'+1'.repeat(2000)}`).errors).toEqual([]);
    expect(parseExpression(`a${'.b'.repeat(2000)}`).errors).toEqual([]);
    expect(parseExpression(`a${'|len'.repeat(1000)}`).errors).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    ['tasks.a-b.output[0].x', ['tasks/a-b/output/0/x = tasks.a-b.output[0].x']],
    ["tasks['a b'].output", ["tasks/a b/output = tasks['a b'].output"]],
    ['tasks[item.id].output', ['tasks[] = tasks', 'item/id = item.id']],
    ['tasks[env.A + 1][env.B].x', ['tasks[] = tasks', 'env/A = env.A', 'env/B = env.B']],
    ['map(items, x => x.a + input.b)', ['items = items', 'input/b = input.b']],
    ['{a: input, b: [output]}', ['input = input', 'output = output']],
    ['(tasks.a).b', ['tasks/a = tasks.a']],
    ['null ?? true', []],
    ['tasks.', ['tasks = tasks']],
    ['tasks.a. + tasks.b.output', ['tasks/a = tasks.a', 'tasks/b/output = tasks.b.output']],
    ['tasks.a.output tasks.b.output', ['tasks/a/output = tasks.a.output', 'tasks/b/output = tasks.b.output']],
    ['len(tasks.a', ['tasks/a = tasks.a']],
    ['tasks.a.upper(tasks.b)', ['tasks/a/upper = tasks.a.upper', 'tasks/b = tasks.b']],
  ])('%s', (source, references) => {
    expect(list(source)).toEqual(references);
  });

  it('gives the range of each key', () => {
    const source = "x + tasks['a b'].output";
    const [, reference] = parseExpression(source).references;
    expect(reference?.keys.map((key) => source.slice(key.start, key.end))).toEqual(["'a b'", 'output']);
  });

  it('counts offsets in the whole text when it reads a part of one', () => {
    const source = 'id: {{ tasks.a }}';
    const { references, ast } = parseExpression(source, 6, 15);
    expect(source.slice(ast.start, ast.end)).toBe('tasks.a');
    expect(references).toMatchObject([{ start: 7, end: 14 }]);
  });
});
