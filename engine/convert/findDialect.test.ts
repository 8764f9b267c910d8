import { describe, expect, test } from 'vitest';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { convertDialect, findDialect } from './index.ts';

/** The text after, and what was said of it. */
function convert(text: string) {
  const { edits, notes } = convertDialect(parseSyntax(text));
  return { text: applyEdits(text, edits), notes };
}

const LATE = yaml`
  tasks:
    - id: way
      type: router
      condition: "{{ .workflow.input.kind }}"
      routes: { bill: pay }
    - id: pay
      type: basic
      agent: clerk
      final: true
`;

describe('is one finding in place of all', () => {
  test('an error with its fix where anything is an error', () => {
    const [only, ...others] = checkAnalysis(analyze('w.yaml', LATE));
    expect(others).toEqual([]);
    expect([only?.code, only?.severity]).toEqual(['OTHER_DIALECT', 'error']);
    const fix = only?.fixes?.[0];
    expect(applyEdits(LATE, fix?.edits ?? [])).toBe(convert(LATE).text);
    expect(fix?.changes).toEqual(convert(LATE).notes);
  });

  test('a warning where nothing is, in a definition file too', () => {
    const text = 'id: both\ntype: parallel\nstrategy: wait_all\nfinal: true\n';
    expect(checkAnalysis(analyze('w.yaml', text)).map(({ code }) => code)).toEqual(['DIALECT_KEYS']);
  });

  test.each(['input', 'output'])('for one definition with a schema of the project as its %s', (key) => {
    const schema = `${key}: { $ref: '$global::schemas.#(id=="quote")' }\n`;
    expect(findDialect(parseSyntax(`id: t\nexecute: ./t.ts\n${schema}`))).not.toBeNull();
    expect(findDialect(parseSyntax(`id: t\ntype: basic\n${schema}`))).not.toBeNull();
  });

  test.each([
    ['one key that is misplaced', 'tasks: [{ id: a, type: decision, condition: 1 }]'],
    ['settings that are beside config together', 'tasks: [{ id: a, type: decision, condition: 1, routes: { 1: b } }]'],
    ['a definition with one setting beside config', 'id: way\ntype: decision\nroutes: { high: a }\n'],
    [
      'an expression with a dot too many',
      'tasks: [{ id: a, type: map, config: { mapping: "{{ .tasks.a.output }}" } }]',
    ],
    ['a document without tasks', 'config: { input: { type: object } }'],
    ['text that is no map', '- a'],
  ])('and not for %s', (_, text) => {
    expect(findDialect(parseSyntax(text))).toBeNull();
  });
});

/** A file of this format with an error of its own, and what another program would have in the task, the tool, the agent or at the top. */
function native({ task = '', tool = '', action = '', top = '' }: Readonly<Record<string, string>>): string {
  return yaml`
    ${top}
    tools:
      - id: send
        use: core:http
        ${tool}
    agents:
      - id: clerk
        use: core:agent
        config: { provider: mock, model: m }
        actions:
          - id: answer
            ${action}
    tasks:
      - id: read
        type: basic
        use: agent:clerk
        on_success: { next: nowhere }
      - id: next
        ${task}
  `;
}

const SLIPS = [
  { task: 'type: decision\n    condition: "{{ tasks.read.output }}"\n    routes: { bill: read }' },
  { task: 'type: collection\n    items: "{{ workflow.input.lines }}"' },
  { task: 'type: collection\n    item_var: line' },
  { task: 'type: parallel\n    strategy: wait_all' },
  { task: 'type: parallel\n    max_workers: 2' },
  { task: 'type: router' },
  { task: 'type: aggregate' },
  { task: 'type: basic\n    agent: clerk' },
  { task: 'type: basic\n    tool: send' },
  { task: 'type: basic\n    prompt: Say it' },
  { task: 'type: basic\n    final: true' },
  { task: 'type: basic\n    use: agent(id=clerk)' },
  { task: 'type: map\n    config: { mapping: "{{ .workflow.input }}" }' },
  { tool: 'execute: ./send.ts' },
  { tool: 'input: { type: object }' },
  { action: 'prompt: Say it' },
  { top: 'schemas: [{ id: mail }]' },
  { top: 'config: { input: { type: object } }' },
];

function codesIn(text: string): readonly string[] {
  return checkAnalysis(analyze('w.yaml', text)).map(({ code }) => code);
}

describe('a file of this format keeps its own findings', () => {
  test.each(SLIPS)('with the slip %j', (slip) => {
    expect(codesIn(native(slip))).toContain('UNKNOWN_TARGET');
  });

  test('with any two slips', () => {
    for (const one of SLIPS)
      for (const other of SLIPS)
        expect(codesIn(native({ ...one, ...other })), JSON.stringify([one, other])).toContain('UNKNOWN_TARGET');
  });
});

test.each([
  ['.a.b-c.d', 'a.b-c.d'],
  ['- .a -', 'a'],
  ['eq .a "x"', 'a == "x"'],
  ['and (gt .a 1) (not .b)', '(a > 1) && !b'],
  ['.a | len', 'len(a)'],
  ['toJson .a', 'toJson(a)'],
  ['hasKey .a "k"', '"k" in a'],
  ['.now', 'now()'],
])('the template {{%s}} is the expression %s', (template, expression) => {
  const { text } = convert(`tasks: [{ id: a, $use: agent(id=b), with: { v: '{{${template}}}' } }]\n`);
  expect(text).toContain(`v: '{{ ${expression} }}'`);
});

test.each(['now | date "2006-01-02"', 'env "HOME"', 'index steps 1'])(
  'the template {{%s}}, which has no counterpart and no dot, is kept as a comment',
  (template) => {
    const { text } = convert(`outputs:\n  at: '{{ ${template} }}'\ntasks: [{ id: a, $use: agent(id=b) }]\n`);
    expect(text).toContain(`#   at: '{{ ${template} }}'\n`);
  },
);

test.each(['1 in input.list', '"a" in input && x', "input.n > 1 ? 'a' : 'b'", 'map(list, x => x.n)', 'a | join(", ")'])(
  'the expression {{%s}} stays',
  (expression) => {
    const { text } = convert(`outputs:\n  at: >-\n    {{ ${expression} }}\ntasks: [{ id: a, $use: agent(id=b) }]\n`);
    expect(text).toContain(`    {{ ${expression} }}\n`);
  },
);
