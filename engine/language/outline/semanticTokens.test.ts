import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { semanticTokens } from './semanticTokens.ts';

/** Each token as `kind(text)`. */
function show(text: string, range = { start: 0, end: text.length }): string {
  return semanticTokens(analyze('w.yaml', text), range)
    .map(({ start, end, kind }) => `${kind}(${text.slice(start, end)})`)
    .join(' ')
    .replaceAll('brace({{) ', '')
    .replaceAll(' brace(}})', '');
}

const task = (value: string): string => `tasks:\n  - id: a\n    with: ${value}\n`;

describe('the parts of an expression', () => {
  it.each([
    [
      '{ x: "{{ tasks.a.output[0] }}" }',
      'root(tasks) operator(.) property(a) operator(.) property(output) operator([) number(0) operator(])',
    ],
    ["{ x: '{{ input | upper }}' }", 'root(input) operator(|) function(upper)'],
    [
      '{ x: "{{ map(input, (r) => r.x + 1) }}" }',
      'function(map) operator(() root(input) operator(,) operator(() parameter(r) operator()) operator(=>) parameter(r) operator(.) property(x) operator(+) number(1) operator())',
    ],
    [
      '{ x: "{{ tasks.b.output }} {{ nothing }} {{ nope(true) }}" }',
      'root(tasks) operator(.) unknown(b) operator(.) property(output) unknown(nothing) unknown(nope) operator(() number(true) operator())',
    ],
    [
      '{ x: "{{ tasks[\\"a\\"].output == \'b\' }}" }',
      "root(tasks) operator([) property(\"a\\) operator(]) operator(.) property(output) operator(==) string('b')",
    ],
    ['plain text', ''],
  ])('%s', (value, expected) => {
    expect(show(task(value))).toBe(expected);
  });

  it('are found in block text, and without braces where these may be left out', () => {
    expect(
      show(
        `tasks:\n  - id: a\n    config:\n      condition: input.x > 1\n    with:\n      t: |\n        Dear {{ input.name }},\n        {{ env.A }}\n`,
      ),
    ).toBe(
      'root(input) operator(.) property(x) operator(>) number(1) root(input) operator(.) property(name) root(env) operator(.) property(A)',
    );
    expect(show('tools:\n  - id: a\n    config: { code: "{{ input }}" }\n')).toBe('');
  });

  it('are those of the range only', () => {
    const text = `tasks:\n${Array.from({ length: 50 }, (_, id) => `  - id: t${id}\n    with: { x: "{{ input.n${id} }}" }\n`).join('')}`;
    const start = text.indexOf('- id: t20');
    const end = text.indexOf('- id: t22');
    expect(show(text, { start, end })).toBe(
      'root(input) operator(.) property(n20) root(input) operator(.) property(n21)',
    );
  });
});
