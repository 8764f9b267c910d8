import { describe, expect, it } from 'vitest';
import { analyze } from '../../../graph/index.ts';
import { yaml } from '../../../testing/index.ts';
import { applyEdits } from '../../../text/index.ts';
import { checkAnalysis } from '../../checkAnalysis.ts';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

const CODES = ['UNKNOWN_MEMBER', 'LIKELY_MISSPELT', 'TYPE_CLASH', 'NEVER_EQUAL', 'ALWAYS_TRUE', 'TYPE_MISMATCH'];

/** The findings of the rules about types. */
function typesIn(text: string): readonly string[] {
  return findingsIn(text).filter((finding) => CODES.some((code) => finding.startsWith(`${code} `)));
}

const DOCUMENT = yaml`
  schema:
    input:
      type: object
      properties: { name: { type: string }, count: { type: integer }, tags: { type: array, items: { type: string } } }
  agents:
    - id: judge
      use: core:agent
      config: { provider: mock, model: small }
      actions:
        - id: rate
          instructions: Rate it.
          output:
            type: object
            additionalProperties: false
            required: [verdict, notes]
            properties:
              verdict: { enum: [good, bad] }
              notes: { type: array, items: { $ref: '#/$defs/note' } }
            $defs: { note: { type: object, properties: { text: { type: string }, more: { $ref: '#/$defs/note' } } } }
  tasks:
    - id: rate
      type: basic
      use: agent:judge
      on_success:
        next: show
        with: { rating: "{{ output }}", who: "{{ event.source }}" }
    - id: show
      type: basic
      use: core:log
      with: { message: "EXPRESSION" }
`;

const inExpression = (expression: string): readonly string[] =>
  typesIn(DOCUMENT.replace('EXPRESSION', `{{ ${expression} }}`));

describe('an expression', () => {
  it.each([
    ['tasks.rate.output.verdct', 'UNKNOWN_MEMBER verdct'],
    ['tasks.rate.output.notes[0].more.more.txt', 'LIKELY_MISSPELT txt'],
    ['input.rating.verdct', 'UNKNOWN_MEMBER verdct'],
    ['input.other', 'UNKNOWN_MEMBER other'],
    ['tasks.rate.output.other ?? 1', 'UNKNOWN_MEMBER other'],
    ['workflow.input.anything - 1', 'LIKELY_MISSPELT anything'],
    ['event.otput', 'UNKNOWN_MEMBER otput'],
    ['workflow.input.tags.length', 'UNKNOWN_MEMBER length'],
    ['workflow.input.name.first', 'UNKNOWN_MEMBER first'],
    ['tasks.show.state', 'UNKNOWN_MEMBER state'],
    // A built-in that passes its input on gives just that.
    ['tasks.show.output.who.text', 'UNKNOWN_MEMBER text'],
    ['tasks.show.output.mesage', 'UNKNOWN_MEMBER mesage'],
    ['tasks.show.output.rating.verdct', 'UNKNOWN_MEMBER verdct'],
    ['map(tasks.rate.output.notes, n => n.txt)', 'LIKELY_MISSPELT txt'],
    ['workflow.input.name - 1', 'TYPE_CLASH workflow.input.name - 1'],
    ['-workflow.input.name', 'TYPE_CLASH -workflow.input.name'],
    ['len(workflow.input.count)', 'TYPE_CLASH workflow.input.count'],
    ['workflow.input.count | map(x => x)', 'TYPE_CLASH workflow.input.count'],
    ['input.rating | join', 'TYPE_CLASH input.rating'],
    ["input.rating.verdict == 'goood'", "NEVER_EQUAL input.rating.verdict == 'goood'"],
    ["workflow.input.count == '5'", "NEVER_EQUAL workflow.input.count == '5'"],
  ])('%s', (expression, finding) => {
    expect(inExpression(expression)).toEqual([finding]);
  });

  it.each([
    'tasks.rate.output.verdict',
    "tasks.rate.output.verdict == 'bad'",
    'input.who',
    'input.rating.notes[0].more.text',
    'workflow.input.anything ?? 1',
    'workflow.input?.anything',
    'tasks.rate.output?.other ?? 1',
    'default(input.other, 1)',
    'workflow.input.name + 1',
    'workflow.input.count == null',
    'tasks.rate.error == tasks.show.error',
    'len(tasks.rate.output)',
    'reduce(workflow.input.tags, (a, x) => a + len(x), 0)',
    'memory.m.last_messages',
    'event.output.verdict',
  ])('reports nothing for %s', (expression) => {
    expect(inExpression(expression)).toEqual([]);
  });

  it('offers the name that is there', () => {
    expect(applyFix(DOCUMENT.replace('EXPRESSION', '{{ tasks.rate.output.verdct }}'), 'UNKNOWN_MEMBER')).toContain(
      '{{ tasks.rate.output.verdict }}',
    );
  });
});

const decide = (config: string): string =>
  `${DOCUMENT.replace('EXPRESSION', '')}    on_success: { next: d }\n  - id: d\n    type: decision\n    config: ${config}\n`;

/** What is said of a decision on an input of the workflow. */
function given(condition: string, routes: string): readonly string[] {
  const properties =
    'x: { enum: [a, b] }, n: { type: number }, l: { type: array }, maybe: { enum: [a] }, t: { type: string }';
  const text = `schema: { input: { type: object, required: [x, n, l, t], properties: { ${properties} }, additionalProperties: false } }\ntasks: [{ id: d, type: decision, config: { condition: "{{ workflow.input.${condition} }}", routes: { ${routes} } } }]`;
  return diagnose(text).map(({ code, message }) => `${code}: ${message}`);
}

describe('a decision', () => {
  it('with a route the condition never gives', () => {
    const routes =
      '{ condition: tasks.rate.output.verdict, routes: { good: end, fine: end, null: end }, default: { next: end } }';
    expect(typesIn(decide(routes))).toEqual(['NEVER_EQUAL fine']);
    expect(
      typesIn(decide("{ condition: tasks.rate.output.verdict == 'good', routes: { true: end, yes: end } }")),
    ).toEqual(['NEVER_EQUAL yes']);
  });

  it('with a route the condition never gives is offered the values it does give that no route matches', () => {
    const text = decide("{ condition: tasks.rate.output.verdict == 'good', routes: { yes: end, false: end } }");
    const [found] = diagnose(text).filter(({ code }) => code === 'NEVER_EQUAL');
    expect(found?.fixes?.map(({ title }) => title)).toEqual(['Rename to true']);
    expect(applyEdits(text, found?.fixes?.[0]?.edits ?? [])).toMatch(/routes: \{ "?true"?: end, false: end \}/);
  });

  it.each([
    ['x', 'a: end, c: end, b: end', 'NEVER_EQUAL: The condition gives one of "a", "b", never "c".'],
    ['n', 'a: end, 5: end', 'NEVER_EQUAL: The condition gives a number, never "a".'],
    ['n > 1', 'a: end, true: end, false: end', 'NEVER_EQUAL: The condition gives true or false, never "a".'],
    ['l', 'a: end', 'NEVER_EQUAL: The condition gives a list, never "a".'],
    ['maybe', 'b: end', 'NEVER_EQUAL: The condition gives one of "a", or null where it is missing, never "b".'],
    ['gone', 'a: end', 'NEVER_EQUAL: The condition is always null: what it reads never exists.'],
  ])('says what its condition gives: %s, with %s', (condition, routes, expected) => {
    expect(given(condition, routes).find((said) => said.startsWith('NEVER_EQUAL'))).toContain(expected);
  });

  it.each([
    ['x', 'a: end, b: end', null],
    ['n > 1', 'true: end, false: end', null],
    ['t', 'a: end', 'When no route matches,'],
    ['x', 'a: end', 'No route handles "b":'],
    ['maybe', 'a: end', 'When the value is missing (null), no route matches,'],
    ['maybe', 'a: end, null: end', null],
    ['x', 'a: end, b: { condition: false, next: end }', 'When no route matches,'],
  ])('without a default is told where a value has no route: %s, with %s', (condition, routes, expected) => {
    const said = given(condition, routes).find((message) => message.startsWith('DECISION_WITHOUT_DEFAULT'));
    if (expected === null) expect(said).toBeUndefined();
    else expect(said).toContain(expected);
  });

  it('whose condition is null in every run is offered no route of that name, and no two the same', () => {
    const config = '{ condition: "{{ CONDITION }}", routes: { p: end, q: end }, default: { next: end } }';
    const fixesIn = (condition: string) =>
      diagnose(decide(config.replace('CONDITION', condition)))
        .filter(({ code }) => code === 'NEVER_EQUAL')
        .map(({ fixes = [] }) => fixes.map(({ adds }) => adds));
    expect(fixesIn('tasks.rate.output.gone')).toEqual([[], []]);
    const [first, second] = fixesIn("tasks.rate.output.verdict == 'good'");
    expect(first).toEqual(second);
    expect(first).toHaveLength(2);
  });

  it('that is always true', () => {
    expect(typesIn(decide('{ condition: "{{ workflow.input.count }} > 5" }'))).toEqual([
      'ALWAYS_TRUE "{{ workflow.input.count }} > 5"',
    ]);
    expect(typesIn(decide("{ condition: \"{{ split('a', 'b') }}\" }"))).toEqual([
      "ALWAYS_TRUE \"{{ split('a', 'b') }}\"",
    ]);
    expect(typesIn(decide('{ condition: tasks.rate.output.notes }'))).toEqual([]);
  });
});

const codes = (text: string) => diagnose(text).map(({ code }) => code);

describe('a wait that asks', () => {
  const POLL = yaml`
    tools:
      - id: job
        use: core:http
        schema:
          input: {}
          output:
            type: object
            additionalProperties: false
            properties: { state: { enum: [running, done] } }
    tasks:
      - id: poll
        type: wait
        use: tool:job
        with: { url: "https://api.example.com/job" }
        config: { CONDITION, timeout: 1h, check_interval: 1m }
        on_success: { next: show }
      - { id: show, type: basic, use: "core:log", with: { message: "{{ MESSAGE }}" } }
  `;
  const asking = (condition: string, message = 'event.type'): readonly string[] =>
    typesIn(POLL.replace('CONDITION', condition).replace('MESSAGE', message));

  it.each([
    ['condition: "{{ output.state == \'done\' }}"', 'tasks.poll.output.value', []],
    [
      'condition: "{{ output.state == \'finished\' }}"',
      'tasks.poll.output.value',
      ["NEVER_EQUAL output.state == 'finished'"],
    ],
    ['condition: "{{ output.status }}"', 'event.type', ['UNKNOWN_MEMBER status']],
    ['condition: "{{ output.state == \'done\' }}"', 'tasks.poll.output.value.state', ['UNKNOWN_MEMBER state']],
    ['max_checks: 3', 'tasks.poll.output.value.state', []],
    ['max_checks: 3', 'tasks.poll.output.value.stage', ['UNKNOWN_MEMBER stage']],
  ])('knows what its probe gives: %s, %s', (condition, message, found) => {
    expect(asking(condition, message)).toEqual(found);
  });
});

describe('what two rules find at one place', () => {
  it('is reported once', () => {
    expect(codes(decide('{ condition: "{{ [1] }}" }'))).toEqual(['ALWAYS_TRUE']);
    expect(codes(decide('{ condition: "{{ \'a\' == true }}" }'))).toEqual(['NEVER_EQUAL']);
    expect(codes(decide('{ condition: "{{ 1 > 2 }}" }'))).toEqual(['CONSTANT_CONDITION']);
  });
});

it('names the argument that a function cannot take as it is written', () => {
  const wrong = DOCUMENT.replace('EXPRESSION', '{{ workflow.input.name | pick([1]) }}');
  expect(diagnose(wrong).map(({ message }) => message)).toContain(
    'Argument 1 of pick(), `workflow.input.name`, must be a map, not text: this always fails.',
  );
});

describe('a value', () => {
  const DATA = yaml`
    tasks:
      - id: a
        type: basic
        on_success: { next: b, with: { n: "{{ 'x' }}", inner: { list: "{{ 5 }}", free: 1 } } }
      - id: b
        type: collection
        schema:
          input:
            type: object
            properties:
              n: { type: number }
              mode: { enum: [fast, slow] }
              inner: { type: object, properties: { list: { type: array } } }
        with: { mode: "{{ true ? 'quick' : 'later' }}", n: also hidden, items: [] }
        config: { batch_size: "{{ 'two' }}", max_concurrent: "{{ 1 + 1 }}" }
  `;

  it('of another type than its schema or setting takes', () => {
    expect(typesIn(DATA)).toEqual([
      `TYPE_MISMATCH "{{ 'x' }}"`,
      'TYPE_MISMATCH "{{ 5 }}"',
      `TYPE_MISMATCH "{{ true ? 'quick' : 'later' }}"`,
      `TYPE_MISMATCH "{{ 'two' }}"`,
    ]);
  });
});

const calling = (input: string) => `tasks:
  - { id: a, type: basic, use: core:http, with: { ${input} } }
`;

describe('the input of a built-in', () => {
  it.each([
    ['url: /a, method: FOO', 'FOO'],
    ['url: 5', '5'],
    ['url: /a, fail_on_error: "no"', '"no"'],
    [`url: /a, method: "{{ workflow.input.x ? 'FOO' : 'BAR' }}"`, `"{{ workflow.input.x ? 'FOO' : 'BAR' }}"`],
    ['url: /a, headers: 5', '5'],
  ])('that it does not allow: %s', (input, place) => {
    expect(typesIn(calling(input))).toEqual([`TYPE_MISMATCH ${place}`]);
  });

  it.each([
    'url: /a, method: POST',
    'url: /a, method: "{{ workflow.input.method }}"',
    'url: /a, fail_on_error: "{{ workflow.input.strict }}"',
    'url: /a, headers: { accept: text/plain, n: 5 }',
  ])('that it may allow: %s', (input) => {
    expect(typesIn(calling(input))).toEqual([]);
  });
});

const through = (config: string, passed = '') => `tasks:
  - { id: a, type: map, config: { mapping: 1 }, on_success: { next: b${passed} } }
  - { id: b, type: collection, use: core:log, ${config} }
`;

describe('the items of a collection', () => {
  it.each([
    ['config: { items: "{{ 5 }}" }', '"{{ 5 }}"'],
    ['config: { items: len(workflow.input.x) }', 'len(workflow.input.x)'],
    ['config: { items: "5" }', '"5"'],
    ['config: { items: tasks.a.output }', 'tasks.a.output'],
    ["config: { items: 'workflow.input.x > 5' }", "'workflow.input.x > 5'"],
    [`config: { items: "{{ 'abc' }}" }`, `"{{ 'abc' }}"`],
    ['with: { items: 5 }', '5'],
    ['with: { items: abc }', 'abc'],
    ['with: { items: "{{ true }}" }', '"{{ true }}"'],
  ])('that are none: %s', (config, place) => {
    expect(typesIn(through(config))).toEqual([`TYPE_MISMATCH ${place}`]);
  });

  it.each([
    'config: { items: [1] }',
    'config: { items: { a: 1 } }',
    'config: { items: workflow.input.x }',
    `config: { items: "{{ '[1, 2]' }}" }`,
    'config: { items: "[{{ workflow.input.x }}]" }',
    'config: { items: "{{ workflow.input.x > 5 ? [1] : null }}" }',
    'config: { items: [1] }, with: { items: 5 }',
    "with: { items: '[1]' }",
    'with: { other: 5 }',
  ])('that are some: %s', (config) => {
    expect(typesIn(through(config))).toEqual([]);
  });

  it('are those a handler passes, where one does', () => {
    expect(typesIn(through('with: { items: 5 }', ', with: { items: [1] }'))).toEqual([]);
    expect(typesIn(through('with: { items: [1] }', ', with: { items: 7 }'))).toEqual(['TYPE_MISMATCH 7']);
  });

  it('have no fix that makes text of a number', () => {
    const [found] = diagnose(through('config: { items: 5 }'));
    expect(found).toMatchObject({ code: 'WRONG_TYPE' });
    expect(found?.fixes ?? []).toEqual([]);
  });
});

const onError = (handler: string) => `tasks: [{ id: a, type: basic, use: core:http, on_error: { ${handler} } }]`;

describe('an on_error', () => {
  it.each([
    ['condition: true, routes: { TIMEOUT: end }', ['NEVER_EQUAL TIMEOUT']],
    [`condition: "{{ error.code == 'X' }}", routes: { TIMEOUT: end, true: end }`, ['NEVER_EQUAL TIMEOUT']],
    [`condition: "error.code == 'X'", routes: { default: end, "*": end }`, []],
    ['condition: "{{ error.code }}", routes: { TIMEOUT_ERROR: end }', []],
    ['condition: workflow.input.x, routes: { TIMEOUT: end }', []],
    ['condition: true, routes: { TIMEOUT: { condition: error.details.x, next: end } }', []],
  ])('with routes its condition never gives: %s', (handler, expected) => {
    expect(typesIn(onError(handler))).toEqual(expected);
  });
});

it('ends for tasks that feed each other, and for long rows of them', () => {
  const row = Array.from({ length: 300 }, (_, index) => {
    const before = index === 0 ? 299 : index - 1;
    return `  - id: t${index}
    type: map
    config: { mapping: "{{ tasks.t${before}.output }}" }
    with: { all: "{{ [input.all, output, tasks.t${before}.output.a.b] }}" }
    on_success: { next: t${(index + 1) % 300}, with: { all: "{{ input.all[0].all }}" } }
`;
  });
  const found = checkAnalysis(analyze('w.yaml', `tasks:\n${row.join('')}`));
  expect(found.filter(({ code }) => CODES.includes(code))).toEqual([]);
});
