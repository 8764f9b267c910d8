import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../text/index.ts';
import { diagnose } from '../../testing.ts';

/** A task that runs JavaScript. */
const running = (code: string): string =>
  `tasks: [{ id: a, type: basic, use: "core:javascript", with: { code: ${JSON.stringify(code)} } }]`;

/** A task that passes a text on, as YAML writes it. */
const passing = (text: string, key = 'url'): string =>
  `tasks: [{ id: a, type: basic, use: "acme:tool", with: { ${key}: ${JSON.stringify(text)} } }]`;

const found = (text: string) => diagnose(text).filter(({ code }) => code !== 'UNRESOLVED_USE');

/** The value of `with` after the first fix of the first finding, and the finding's code. */
function fixed(text: string, key?: string): readonly [string | undefined, string] {
  const document = passing(text, key);
  const [first] = found(document);
  const after = applyEdits(document, first?.fixes?.[0]?.edits ?? []);
  const value = /with: \{ \w+: (".*") \}/.exec(after)?.[1] ?? '""';
  return [first?.code, JSON.parse(value)];
}

describe('a template of another program, outside of ours', () => {
  test.each([
    ['https://x.example/dep/${{ input.n }}', 'https://x.example/dep/{{ input.n }}'],
    ['${{ workflow.input.name }}', '{{ workflow.input.name }}'],
    ['${{ inputs.name }}', '{{ workflow.input.name }}'],
    ['${{ secrets.TOKEN }}', '{{ env.TOKEN }}'],
    ["${{ steps.build.outputs.size > 5 && 'big' }}", "{{ steps.build.outputs.size > 5 && 'big' }}"],
    ['${{ steps.build.outputs.size }}', '{{ tasks.build.output.size }}'],
    ['={{ $json.body.email }}', '{{ input.body.email }}'],
    ['={{ $node["Has mail?"].json.x }}', "{{ tasks['Has mail?'].output.x }}"],
    ['https://x.example/${input.id}', 'https://x.example/{{ input.id }}'],
    ['${API_URL}/orders', '{{ env.API_URL }}/orders'],
    ['${ .order.id }', '{{ input.order.id }}'],
    ['${steps.a.outputs.b}', '{{ tasks.a.output.b }}'],
    ['<% $.name %>', '{{ input.name }}'],
    ['Hi <%= input.name %>!', 'Hi {{ input.name }}!'],
    ['{{- input.name }}', '{{ input.name }}'],
  ])('%s is told as a warning, and its fix writes %s', (text, expected) => {
    const isMadeHere = !expected.includes('steps.');
    expect(fixed(text)).toEqual(['NOT_A_TEMPLATE', isMadeHere ? expected : text]);
  });

  test.each(['${name}', '${user.name}', '{% if input.x %}yes{% endif %}', 'a ${x} and ${y}'])(
    '%s is told without a fix where nobody knows what it reads',
    (text) => {
      const [first] = found(passing(text));
      expect([first?.code, first?.fixes]).toEqual(['NOT_A_TEMPLATE', undefined]);
    },
  );

  test('in plain YAML is put in quotes by its fix', () => {
    const text =
      'tasks:\n  - id: a\n    type: basic\n    use: core:log\n    with:\n      message: ${input.name} # who\n';
    const [first] = diagnose(text);
    expect(applyEdits(text, first?.fixes?.[0]?.edits ?? [])).toBe(text.replace('${input.name}', '"{{ input.name }}"'));
  });

  test('as a condition says nothing more of the text around it', () => {
    const text =
      'tasks: [{ id: a, type: decision, config: { condition: "${{ input }}", routes: { x: end }, default: { next: end } } }]';
    expect(diagnose(text).map(({ code }) => code)).toEqual(['NOT_A_TEMPLATE']);
  });

  test('in a key', () => {
    expect(found('tasks: [{ id: a, type: map, config: { mapping: { "{{ input.k }}": 1 } } }]')).toMatchObject([
      { code: 'NOT_A_TEMPLATE', message: expect.stringContaining('Templates do not work in keys') },
    ]);
  });
});

describe('is meant as it stands, and not told', () => {
  test.each([
    ['You owe ${{ input.total }}.', 'text'],
    ['${{ input.price }}', 'text'],
    ['It costs (${{ round(input.n, 2) }})', 'text'],
    ['$${{ input.n }}', 'text'],
    ['Pay $5 or {{ input.n }}', 'text'],
    ['echo ${HOME} && ${input.x}', 'script'],
    ['SELECT ${columns} FROM x', 'query'],
    ['const f = (x) => `${input.x}`;', 'source'],
    ['Run `echo ${HOME}` first', 'text'],
    ['\\${input.x}', 'text'],
    ['{{ "${x}" }}', 'text'],
    ['${}', 'text'],
    ['${1}', 'text'],
    ['A {{ input.a }} = {{ input.b }}', 'text'],
    ['x={{ input.a }}', 'text'],
    ['{{ -1 }}', 'text'],
    ['{{-input.n}}', 'text'],
    ['50 <% 60', 'text'],
    ['<p><%= name %></p>', 'html'],
  ])('%s', (text, key) => {
    expect(found(passing(text, key)).map(({ code }) => code)).toEqual([]);
  });

  test.each(['Use ${HOME} as the folder', 'Write ${name} for the name', 'Write {% raw %} before it'])(
    'in what a model is told: %s',
    (text) => {
      const agent = `{ id: a, instructions: ${JSON.stringify(text)}, output: { type: object } }`;
      const document = `agents: [{ id: w, use: "core:agent", config: { provider: mock, model: m }, actions: [${agent}] }]\ntasks: [{ id: t, type: basic, use: "agent:w" }]`;
      expect(diagnose(document)).toEqual([]);
      expect(diagnose(document.replace(text, 'Sum up ${input.text}')).map(({ code }) => code)).toEqual([
        'NOT_A_TEMPLATE',
      ]);
    },
  );

  test('in JavaScript, where only a template of ours is told', () => {
    const script = 'const f = (x) => `${x} ${input.n}`; const o = {a:{b:1}}; return {{a: 1}} && f`${{a:1}}`;';
    expect(diagnose(running(script))).toEqual([]);
    const mixed = running('return {{ input.n }} + {{ tasks.a.output.n }};');
    const messages = diagnose(mixed).map(({ code, message }) => `${code} ${message}`);
    expect(messages).toEqual([
      expect.stringMatching(/^NOT_A_TEMPLATE Code is not a template.* Write “input\.n”\.$/),
      expect.stringMatching(/^NOT_A_TEMPLATE Code is not a template.*Pass the value in “with”/),
    ]);
  });
});

describe('an expression of another language is told as that', () => {
  test.each([
    ['{{ .name }}', '{{ input.name }}'],
    ['{{ .workflow.input.name }}', '{{ workflow.input.name }}'],
    ['{{ eq .kind "x" }}', '{{ input.kind == "x" }}'],
    ['{{- input.name -}}', '{{ input.name }}'],
    ['{{{ input.name }}}', '{{ input.name }}'],
    ["{{ input.x | default: 'a' }}", "{{ input.x ?? 'a' }}"],
    ["{{ input.x | join: ', ' }}", "{{ input.x | join(', ') }}"],
    ['{{ input.a and not input.b }}', '{{ input.a && !input.b }}'],
    ['{{ input.a is not null }}', '{{ input.a != null }}'],
    ["{{ 'a' if input.b else 'c' }}", "{{ input.b ? 'a' : 'c' }}"],
    ['{{ input.a = 1 }}', '{{ input.a == 1 }}'],
    ['{{ `a ${input.b}!` }}', "{{ 'a ' + input.b + '!' }}"],
    ['{{ new Date() }}', '{{ now() }}'],
    ["{{ $('Get it').item.json.id }}", "{{ tasks['Get it'].output.id }}"],
    ['{{ input.name.toUpperCase() }}', '{{ upper(input.name) }}'],
    ["{{ input.tags.includes('a') }}", "{{ contains(input.tags, 'a') }}"],
    ['{{ JSON.stringify(input) }}', '{{ toJson(input) }}'],
    ['{{ Math.round(input.n) + 1 }}', '{{ round(input.n) + 1 }}'],
    ['{{ Date.now() }}', '{{ timestamp() }}'],
    ['{{ input.n | parseInt }}', '{{ input.n | toNumber }}'],
    ['{{ length(input.list) }}', '{{ len(input.list) }}'],
    ['{{ now }}', '{{ now() }}'],
    ['{{ None }}', '{{ null }}'],
    ['{{ process.env.KEY }}', '{{ env.KEY }}'],
  ])('%s becomes %s', (text, expected) => {
    const [code, after] = fixed(text);
    expect(code).toMatch(/^(?:EXPRESSION_SYNTAX|UNKNOWN_ROOT|UNKNOWN_FUNCTION)$/);
    expect(after).toBe(expected);
  });

  test.each([
    ['{{ input.x - }}', 'The expression is not finished'],
    ['{{ > 5 }}', 'A value is missing'],
    ['{{- if .x -}}', 'is a block of another template language'],
    ['{{ !input.a and }}', 'Operators are symbols'],
    ['{{#if input.x}}', 'is a block of another template language'],
    ['{{ range .items }}', 'is a block of another template language'],
    ['{{ input.at | now }}', '“now()” takes no arguments'],
    ['{{ input.x | isEmpty }}', 'Write “len(value) == 0”.'],
    ['{{ input.x.toFixed(2) }}', 'Values have no methods'],
    ['{{ input.x.frobnicate() }}', 'Only the listed functions can be called'],
    ['{{ frobnicate(input.x) }}', 'There is no function "frobnicate".'],
  ])('%s says: %s', (text, expected) => {
    expect(found(passing(text))[0]?.message).toContain(expected);
  });
});
