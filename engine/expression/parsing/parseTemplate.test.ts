import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { evaluateTemplate } from '../evaluating/runExpression.ts';
import { testScope } from '../testing.ts';
import { parseBareTemplate, parseTemplate } from './parseTemplate.ts';

const scope = testScope({
  input: { n: 5, text: 'abc', nothing: null, list: [1, 2], map: { a: 1 }, braces: '{{ now() }}' },
});

function render(source: string): Json {
  const result = evaluateTemplate(parseTemplate(source), scope);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.value;
}

describe('a template', () => {
  it.each<[string, Json]>([
    ['plain', 'plain'],
    ['', ''],
    ['  keeps blanks ', '  keeps blanks '],
    ['{{ input.n }}', 5],
    ['  {{ input.n }}\n', 5],
    ['{{input.list}}', [1, 2]],
    ['{{ input.nothing }}', null],
    ['n={{ input.n }}', 'n=5'],
    ['{{ input.n }}{{ input.n }}', '55'],
    ['{{ input.n }} {{ input.text }}', '5 abc'],
    ['[{{ input.nothing }}]', '[]'],
    ['{{ input.list }} and {{ input.map }}', '[1,2] and {"a":1}'],
    ['{{ input.n > 3 }}!', 'true!'],
    ["{{ '}}' }}", '}}'],
    ['{{ "}}" + \'"\' }}', '}}"'],
    ["x {{ 'it\\'s }}' }} y", "x it's }} y"],
    ['{{ {a: {b: 1}} }}', { a: { b: 1 } }],
    ['{{ {a: {b: 1}}}}', { a: { b: 1 } }],
    ['{{{a: 1}}}', { a: 1 }],
    ['\\{{ input.n }}', '{{ input.n }}'],
    ['\\{{ {{ input.n }} }}', '{{ 5 }}'],
    ['a }} b', 'a }} b'],
    ['a { b', 'a { b'],
    ['{ {x} }', '{ {x} }'],
    ['{{ input.braces }}', '{{ now() }}'],
    ['> {{ input.braces }}', '> {{ now() }}'],
  ])('%j', (source, value) => {
    expect(render(source)).toEqual(value);
  });

  it.each([
    ['a {{ input.n', '{{', 'has no'],
    ["{{ 'abc }} x", "'abc ", 'not closed'],
    ['{{ }}', ' ', 'missing'],
    ['{{ 1 + }} {{ 2 }}', '+', 'not finished'],
  ])('reports what is wrong with %j', (source, place, words) => {
    const { errors } = parseTemplate(source);
    expect(errors[0]?.message).toContain(words);
    expect(source.slice(errors[0]?.start, errors[0]?.end)).toBe(place);
    const result = evaluateTemplate(parseTemplate(source), scope);
    expect(!result.ok && result.error).toMatchObject({ code: 'EXPRESSION_ERROR', source, start: errors[0]?.start });
  });

  it('gives the places of its expressions in its own text', () => {
    const source = 'Hello {{ input.text }}, {{ input.n }}';
    const { expressions } = parseTemplate(source);
    expect(expressions.map((expression) => source.slice(expression.start, expression.end))).toEqual([
      ' input.text ',
      ' input.n ',
    ]);
    expect(
      expressions
        .flatMap((expression) => expression.references)
        .map((reference) => source.slice(reference.start, reference.end)),
    ).toEqual(['input.text', 'input.n']);
  });

  it('reads what is being typed up to the nearest end', () => {
    const source = "{{ tasks.a.output + ' }} and {{ input.n }}";
    expect(
      parseTemplate(source).expressions.map((expression) => source.slice(expression.start, expression.end)),
    ).toEqual([" tasks.a.output + ' ", ' input.n ']);
  });
});

describe('a bare template', () => {
  it.each([
    ['input.n > 3', 'expression'],
    ['{{ input.n > 3 }}', 'expression'],
    ['n is {{ input.n }}', 'text'],
    ['', 'literal'],
  ])('%j', (source, kind) => {
    expect(parseBareTemplate(source)).toMatchObject({ kind, errors: [] });
  });
});
