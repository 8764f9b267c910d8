import { describe, expect, test } from 'vitest';
import { applyFix, findingsIn } from '../../testing.ts';

const withText = (text: string) => `tasks: [{ id: a, type: basic, with: { x: ${text} } }]`;

describe('expressions', () => {
  test.each([
    [withText('"{{ 1 + }}"'), 'EXPRESSION_SYNTAX'],
    [withText('"{{ tasks.a"'), 'EXPRESSION_SYNTAX {{'],
    [withText('"{{ task.a.output }}"'), 'UNKNOWN_ROOT task'],
    [withText('"\\u00e4\\t{{ input.a + task }}"'), 'UNKNOWN_ROOT task'],
    [withText('"{{ uper(input.x) }}"'), 'UNKNOWN_FUNCTION uper'],
    [
      withText('"{{ tasks.b.output }} {{ tools.t }} {{ agents[\'g\'].output }}"'),
      'UNKNOWN_ID b',
      'UNKNOWN_ID t',
      "UNKNOWN_ID 'g'",
    ],
    [withText('"{{ tasks[input.id].output }} {{ map(input.list, (n, i) => n + i) }}"')],
    ["tasks: [{ id: a, type: basic, with: { x: 'it''s {{ nope }}' } }]", 'UNKNOWN_ROOT nope'],
    [
      'tasks:\n  - id: a\n    type: basic\n    with:\n      x: |\n        first\n        second {{ nope }}\n',
      'UNKNOWN_ROOT nope',
    ],
    [
      'tasks:\n  - id: a\n    type: basic\n    with:\n      x: >-\n        first\n        line\n\n        next {{ nope }}\n',
      'UNKNOWN_ROOT nope',
    ],
    [
      'tasks:\n  - id: a\n    type: basic\n    with:\n      x: "first \\\n        line\n\n        next {{ nope }}"\n',
      'UNKNOWN_ROOT nope',
    ],
    ['tasks: [{ id: a, type: decision, config: { condition: nope > 1 } }]', 'UNKNOWN_ROOT nope'],
    ['tasks: [{ id: "{{ nope }}", type: basic, schema: { input: { description: "{{ nope }}" } } }]'],
    ['tasks: [{ id: a, type: basic, use: core:javascript, with: { code: "`{{ nope }}`" } }]'],
    ['env: { A: "{{ nope }}" }\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_ROOT nope'],
  ])('%s', (text, ...expected) => {
    const found = findingsIn(text);
    expect(found.length).toBe(expected.length);
    for (const [index, finding] of found.entries()) expect(finding).toContain(expected[index]);
  });

  test('a near name is the fix', () => {
    expect(applyFix(withText('"{{ taks.a.output }}"'), 'UNKNOWN_ROOT')).toBe(withText('"{{ tasks.a.output }}"'));
    expect(
      applyFix('tasks: [{ id: fetch, type: basic, with: { x: "{{ tasks.fecth.output }}" } }]', 'UNKNOWN_ID'),
    ).toContain('tasks.fetch.output');
  });

  test('broken braces are reported once, unquoted templates as such', () => {
    expect(findingsIn('tasks: [{ id: a, type: basic, with: { x: {{ input.a }} } }]')).toEqual([
      'UNQUOTED_TEMPLATE {{ input.a }}',
    ]);
  });

  test('quotes around a template leave the space that a comment behind it needs', () => {
    const text = 'tasks:\n  - id: a\n    type: basic\n    with:\n      x: {{ input.a }}# why\n';
    expect(applyFix(text, 'UNQUOTED_TEMPLATE')).toBe(text.replace('{{ input.a }}#', '"{{ input.a }}" #'));
  });
});
