import { describe, expect, it } from 'vitest';
import { INITIAL_LINE_STATE, type LineState, tokenizeLine } from './tokenizeLine.ts';

/** Each line as `scope(text) …`, blanks left out. */
function show(text: string): string[] {
  let state: LineState = INITIAL_LINE_STATE;
  return text.split('\n').map((line) => {
    const { tokens, state: next } = tokenizeLine(line, state);
    state = next;
    return tokens
      .map(({ start, scope }, index) => ({ scope, text: line.slice(start, tokens[index + 1]?.start ?? line.length) }))
      .filter((token) => token.scope !== '')
      .map((token) => `${token.scope}(${token.text})`)
      .join(' ');
  });
}

describe('a line of YAML', () => {
  it.each([
    ['id: classify # why', 'key(id) delimiter(:) value(classify) comment(# why)'],
    ['# only', 'comment(# only)'],
    ['  - - id: a', 'delimiter(-) delimiter(-) key(id) delimiter(:) value(a)'],
    ['a: 12', 'key(a) delimiter(:) number(12)'],
    ['a: true', 'key(a) delimiter(:) constant(true)'],
    ['a: x#y', 'key(a) delimiter(:) value(x#y)'],
    ['url: http://x', 'key(url) delimiter(:) value(http://x)'],
    ["a: 'it''s' # c", "key(a) delimiter(:) string('it''s') comment(# c)"],
    ['"a b": "x\\"y"', 'key("a b") delimiter(:) string("x\\"y")'],
    [
      'a: { b: c, d: [1, e] }',
      'key(a) delimiter(:) delimiter({) key(b) delimiter(:) value(c) delimiter(,) key(d) delimiter(:) delimiter([) number(1) delimiter(,) value(e) delimiter(]) delimiter(})',
    ],
    ['a: &x *y', 'key(a) delimiter(:) anchor(&x) anchor(*y)'],
    ['next: end', 'key(next) delimiter(:) value(end)'],
  ])('%s', (line, expected) => {
    expect(show(line)).toEqual([expected.replaceAll('delimiter(]) delimiter(})', 'delimiter(]) delimiter(})')]);
  });

  it('marks templates, in quotes, bare and in flow', () => {
    expect(show('a: "x {{ tasks.a.output | upper }} y"')).toEqual([
      'key(a) delimiter(:) string("x ) brace({{) expression.name(tasks) expression.operator(.) expression.name(a) expression.operator(.) expression.name(output) expression.operator(|) expression.function(upper) brace(}}) string( y")',
    ]);
    expect(show('a: {{ len(x) }} # c')).toEqual([
      'key(a) delimiter(:) brace({{) expression.function(len) expression.operator(() expression.name(x) expression.operator()) brace(}}) comment(# c)',
    ]);
    expect(show('a: \'{{ "}}" + 1 }}\'')).toEqual([
      `key(a) delimiter(:) string(') brace({{) expression.string("}}") expression.operator(+) expression.number(1) brace(}}) string(')`,
    ]);
    expect(show('a: "\\\\{{ x }}"')).toEqual(['key(a) delimiter(:) string("\\\\{{ x }}")']);
  });

  it('ends a template that is not closed with its scalar', () => {
    expect(show('a: "{{ tasks."\nb: 1')).toEqual([
      'key(a) delimiter(:) string(") brace({{) expression.name(tasks) expression.operator(.) string(")',
      'key(b) delimiter(:) number(1)',
    ]);
    expect(show('a: {{ tasks.\nb: 1')[1]).toBe('key(b) delimiter(:) number(1)');
  });

  it('follows block scalars by their indentation, with templates over lines', () => {
    expect(show('a:\n  text: |\n    key: value\n      deeper {{ x\n      .y }} z\n\n  b: 1')).toEqual([
      'key(a) delimiter(:)',
      'key(text) delimiter(:) delimiter(|)',
      'string(    key: value)',
      'string(      deeper ) brace({{) expression.name(x)',
      'expression.operator(.) expression.name(y) brace(}}) string( z)',
      '',
      'key(b) delimiter(:) number(1)',
    ]);
  });

  it('follows quoted text over lines', () => {
    expect(show('a: "one\n  two" # c\nb: 1')).toEqual([
      'key(a) delimiter(:) string("one)',
      'string(  two") comment(# c)',
      'key(b) delimiter(:) number(1)',
    ]);
  });
});
