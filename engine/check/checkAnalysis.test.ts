import { describe, expect, test } from 'vitest';
import { BUILT_IN_TOOLS } from '../effects/index.ts';
import { analyze } from '../graph/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { blocksRun, checkAnalysis } from './checkAnalysis.ts';
import { RUNNABLE_TOOLS } from './runnable.ts';

const diagnose = (text: string) => checkAnalysis(analyze('w.yaml', text));

/** Codes with the text they underline. */
const findings = (text: string) =>
  diagnose(text).map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);

/** The text after the first fix of the first diagnostic with a code. */
function mended(text: string, code: string): string {
  const fix = diagnose(text).find((diagnostic) => diagnostic.code === code)?.fixes?.[0];
  if (fix === undefined) throw new Error(`no fix for ${code}`);
  return applyEdits(text, fix.edits);
}

const agent = (more: string) => `agents: [{ id: a, use: core:agent, ${more} config: { provider: mock, model: m } }]\n`;
const withText = (text: string) => `tasks: [{ id: a, type: basic, with: { x: ${text} } }]`;
const flow = (...tasks: readonly string[]) => `tasks: [${tasks.map((task) => `{ ${task} }`).join(', ')}]`;

test('a good workflow has nothing to say about it', () => {
  const text = yaml`
    name: Support triage
    schema: { input: { type: object, properties: { text: { type: string } }, required: [text] } }
    agents:
      - id: triage
        use: core:agent
        config: { provider: mock, model: mock-small, temperature: 0.2, api_key: "{{ env.KEY }}" }
        actions:
          - id: classify
            instructions: "Classify {{ input.text }}"
            output: { type: object, properties: { urgency: { enum: [low, high] } } }
    tools:
      - { id: hook, use: core:http, config: { api_key: <API_KEY> }, schema: { input: { type: object }, output: { type: object } } }
    tasks:
      - id: classify
        type: basic
        use: agent:triage
        with: { text: "{{ workflow.input.text | trim() }}" }
        retry: { attempts: 2, backoff: fixed, interval: 1s }
        on_success: { next: route }
        on_error: { next: failed, with: { why: "{{ error.message }}" } }
      - id: route
        type: decision
        config:
          condition: tasks.classify.output.urgency
          routes: { high: page, low: end }
          default: { next: end }
      - id: page
        type: parallel
        tasks:
          - { id: mail, type: basic, use: tool:hook, with: { code: "{{ len(agents.triage.output.data) }}" } }
          - { id: note, type: basic, use: core:log, with: { message: "{{ operation_id }}" } }
        on_success: { next: end }
      - { id: failed, type: map, config: { mapping: { why: "{{ input.why ?? 'unknown' }}" } } }
    outputs: { urgency: "{{ tasks['classify'].output.urgency }}" }
  `;
  expect(findings(text)).toEqual([]);
});

describe('the format', () => {
  test.each([
    ['tasks: [{ type: basic }]', 'REQUIRED_KEY { type: basic }'],
    ['tasks:\n  - id: a\n    name: A\n', 'REQUIRED_KEY id: a'],
    ['tasks: [{ id: a, type: bsic }]', 'NOT_ALLOWED_VALUE bsic'],
    ['tasks: [{ id: a, type: basic, config: { timeout: 30 } }]', 'INVALID_DURATION 30'],
    ['tasks: [{ id: a, type: basic, config: { timeout: soon } }]', 'INVALID_DURATION soon'],
    ['tasks: [{ id: a, type: basic, use: thing }]', 'INVALID_REFERENCE thing'],
    ['tasks: [{ id: a, type: basic, use: "acme:thing@" }]', 'INVALID_REFERENCE "acme:thing@"'],
    ['tasks: [{ id: "", type: basic }]', 'EMPTY_VALUE ""'],
    ['tasks: [{ id: a, type: basic, on_success: a }]', 'WRONG_TYPE a'],
    [
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, temperature: 2 } }]\ntasks: []',
      'OUT_OF_RANGE 2',
    ],
    ['tasks:\n  - id: a\n    type: basic\n    config:\n      - 1\n      - 2\n', 'WRONG_TYPE config'],
  ])('%j', (text, ...expected) => {
    expect(findings(text).filter((finding) => !/^(?:NO_TASKS|UNREACHABLE|CYCLE)/.test(finding))).toEqual(expected);
  });

  test.each([
    ['tasks: [{ id: a, type: basic, config: { timeout: 30 } }]', 'INVALID_DURATION', '30s'],
    ['tasks: [{ id: a, type: bsic }]', 'NOT_ALLOWED_VALUE', 'type: basic'],
    ['tasks: [{ id: a, type: parallel, config: { fail_fast: yes } }]', 'WRONG_TYPE', 'fail_fast: true'],
    ['tasks: [{ id: a, type: parallel, config: { max_concurrent: "4" } }]', 'WRONG_TYPE', 'max_concurrent: 4'],
    ['tasks: [{ id: 7, type: basic }]', 'WRONG_TYPE', 'id: "7"'],
    ['tasks: [{ id: a, type: basic, on_success: end }]', 'WRONG_TYPE', 'next: end'],
    ['tasks: [{ id: a }]', 'REQUIRED_KEY', 'type: basic'],
    [
      'tools: [{ id: t, use: core:log, schema: { input: {}, output: {} } }]\ntasks: [{ id: a, type: basic, use: t }]',
      'INVALID_REFERENCE',
      'use: "tool:t"',
    ],
  ])('mends %j', (text, code, expected) => {
    const after = mended(text, code);
    expect(after).toContain(expected);
    expect(diagnose(after).map((diagnostic) => diagnostic.code)).not.toContain(code);
  });
});

describe('keys', () => {
  test.each([
    ['tasks: [{ id: a, type: basic, on_sucess: {} }]', 'UNKNOWN_KEY on_sucess'],
    ['descripton: x\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_KEY descripton'],
    ['tasks: [{ id: a, type: basic, config: { max_concurrent: 1 } }]', 'FOREIGN_CONFIG max_concurrent'],
    ['tasks: [{ id: a, type: basic, on_item_start: {} }]', 'FOREIGN_HANDLER on_item_start'],
    ['tasks: [{ id: a, type: basic, tasks: [] }]', 'FOREIGN_TASKS tasks'],
    ['tasks: [{ id: a, type: basic, with: { any: { thing: 1 } }, env: { ANY: 1 } }]'],
  ])('%s', (text, ...expected) => {
    expect(findings(text)).toEqual(expected);
  });

  test('a near key is the fix', () => {
    expect(mended('tasks: [{ id: a, type: basic, on_sucess: { next: end } }]', 'UNKNOWN_KEY')).toContain(
      'on_success: { next: end }',
    );
  });
});

describe('ids', () => {
  test('are unique over all containers, agents, tools and actions', () => {
    const text = yaml`
      agents:
        - id: a
          use: core:agent
          config: { provider: mock, model: m }
          actions: [{ id: x, instructions: i, output: {} }, { id: x, instructions: i, output: {} }]
        - { id: a, use: core:agent, config: { provider: mock, model: m } }
      tasks:
        - id: p
          type: parallel
          tasks: [{ id: b, type: basic }]
          on_success: { next: b }
        - { id: b, type: basic }
    `;
    const found = diagnose(text).filter(({ code }) => code === 'DUPLICATE_ID');
    expect(found.map(({ path }) => path.join('.'))).toEqual(['agents.0.actions.1.id', 'agents.1.id', 'tasks.1.id']);
    expect(found[2]?.taskId).toBe('b#tasks/1');
    expect(mended(text, 'DUPLICATE_ID')).toContain('{ id: x_2, instructions');
  });

  test('with a meaning of their own are told', () => {
    expect(findings('tasks: [{ id: end, type: basic }]')).toEqual(['RESERVED_ID end']);
    expect(findings('tasks: [{ id: __proto__, type: basic }]')).toEqual(['RESERVED_ID __proto__']);
  });
});

describe('targets', () => {
  test.each([
    ['start: nobody\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_TARGET nobody'],
    [
      'tasks: [{ id: a, type: basic, on_success: { next: bb } }, { id: b, type: basic }]',
      'UNKNOWN_TARGET bb',
      'UNREACHABLE_TASK b',
    ],
    ['tasks: [{ id: a, type: basic, on_success: { next: [b, c] } }, { id: b, type: basic }]', 'UNKNOWN_TARGET c'],
    [
      'tasks: [{ id: a, type: decision, config: { routes: { x: no, y: { next: no2 } }, default: { next: no3 } } }]',
      'UNKNOWN_TARGET no',
      'UNKNOWN_TARGET no2',
      'UNKNOWN_TARGET no3',
    ],
    ['tasks: [{ id: a, type: basic, on_error: { routes: { X: no } } }]', 'UNKNOWN_TARGET no'],
    ['tasks: [{ id: a, type: basic, on_success: { next: end } }]'],
    [
      'tasks: [{ id: c, type: composite, tasks: [{ id: x, type: basic, on_success: { next: a } }] }, { id: a, type: basic }]',
      'TARGET_OUTSIDE a',
    ],
    [
      'tasks: [{ id: a, type: basic, on_success: { next: x } }, { id: c, type: composite, tasks: [{ id: x, type: basic }] }]',
      'TARGET_OUTSIDE x',
      'UNREACHABLE_TASK c',
    ],
    [
      'tasks: [{ id: p, type: parallel, tasks: [{ id: x, type: basic, on_success: { next: y } }, { id: y, type: basic }] }]',
      'SIBLING_JUMP y',
    ],
  ])('%s', (text, ...expected) => {
    expect(findings(text)).toEqual(expected);
  });

  test('a near task is the fix', () => {
    const text = 'tasks: [{ id: fetch_orders, type: basic, on_success: { next: [fetch_order] } }]';
    expect(mended(text, 'UNKNOWN_TARGET')).toBe(text.replace('[fetch_order]', '[fetch_orders]'));
  });
});

describe('uses', () => {
  test.each([
    ['tasks: [{ id: t, type: basic, use: agent:b }]', 'UNKNOWN_AGENT agent:b'],
    ['agents: [{ id: a, use: core:agent }]\ntasks: [{ id: t, type: basic, use: agent:a }]', 'AGENT_WITHOUT_MODEL a'],
    ['tasks: [{ id: t, type: basic, use: tool:b }]', 'UNKNOWN_TOOL tool:b'],
    ['tasks: [{ id: t, type: basic, use: acme:thing@1 }]', 'UNRESOLVED_USE acme:thing@1'],
    ['tasks: [{ id: t, type: basic, use: core:htp }]', 'UNRESOLVED_USE core:htp'],
    ['tasks: [{ id: t, type: basic, use: core:http }]'],
    ['tasks: [{ id: t, type: basic, use: core:kv }]', 'NOT_YET_SUPPORTED core:kv'],
    ['tasks: [{ id: t, type: basic, use: mcp:files/read }]', 'NOT_YET_SUPPORTED mcp:files/read'],
    ['tasks: [{ id: t, type: basic, import: ./t.yaml }]', 'NOT_YET_SUPPORTED ./t.yaml'],
    [
      `${agent('actions: [{ id: x, instructions: i, output: {} }, { id: y, instructions: i, output: {} }],')}tasks: [{ id: t, type: basic, use: agent:a }]`,
      'ACTION_NEEDED agent:a',
    ],
    [
      `${agent('actions: [{ id: x, instructions: i, output: {} }],')}tasks: [{ id: t, type: basic, use: agent:a, action: z }]`,
      'UNKNOWN_ACTION z',
    ],
    [
      `${agent('tools: [{ id: lookup, config: {} }],')}tasks: [{ id: t, type: basic, use: agent:a }]`,
      'UNKNOWN_TOOL lookup',
    ],
    [
      'agents: [{ id: a, use: acme:agent, config: { provider: mock, model: m } }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
      'AGENT_FALLBACK acme:agent',
    ],
    [
      'agents: [{ id: a, use: acme:agent }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
      'UNRESOLVED_USE acme:agent',
    ],
    [
      'agents: [{ id: a, use: core:agent, config: { provider: openai, model: m } }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
      'NOT_YET_SUPPORTED openai',
    ],
  ])('%s', (text, ...expected) => {
    expect(findings(text)).toEqual(expected);
  });

  test('what is said to run is what runs', () => {
    expect([...RUNNABLE_TOOLS].sort()).toEqual(BUILT_IN_TOOLS.map(({ use }) => use.replace('core:', '')).sort());
  });
});

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
    [
      'tasks: [{ id: a, type: basic, use: core:javascript, with: { code: "`{{ nope }}`" } }]',
      'NOT_YET_SUPPORTED core:javascript',
    ],
    ['env: { A: "{{ nope }}" }\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_ROOT nope'],
  ])('%s', (text, ...expected) => {
    const found = findings(text);
    expect(found.length).toBe(expected.length);
    for (const [index, finding] of found.entries()) expect(finding).toContain(expected[index]);
  });

  test('a near name is the fix', () => {
    expect(mended(withText('"{{ taks.a.output }}"'), 'UNKNOWN_ROOT')).toBe(withText('"{{ tasks.a.output }}"'));
    expect(
      mended('tasks: [{ id: fetch, type: basic, with: { x: "{{ tasks.fecth.output }}" } }]', 'UNKNOWN_ID'),
    ).toContain('tasks.fetch.output');
  });

  test('broken braces are reported once, unquoted templates as such', () => {
    expect(findings('tasks: [{ id: a, type: basic, with: { x: {{ input.a }} } }]')).toEqual([
      'UNQUOTED_TEMPLATE {{ input.a }}',
    ]);
  });
});

describe('flow', () => {
  test.each([
    [flow('id: a, type: basic', 'id: b, type: basic'), 'UNREACHABLE_TASK b'],
    [flow('id: a, type: basic', 'id: c, type: composite, tasks: [{ id: d, type: basic }]'), 'UNREACHABLE_TASK c'],
    [
      flow('id: a, type: basic, on_success: { next: b }', 'id: b, type: basic, on_success: { next: a }'),
      'CYCLE_WITHOUT_EXIT a',
    ],
    [flow('id: a, type: basic, on_success: { next: a }'), 'CYCLE_WITHOUT_EXIT a'],
    [flow('id: a, type: basic, on_success: { next: b }', 'id: b, type: basic, on_error: { next: a }')],
    [
      flow(
        'id: a, type: basic, on_success: { next: b }',
        'id: b, type: decision, config: { routes: { again: a }, default: { next: end } }',
      ),
    ],
    [
      flow(
        'id: a, type: basic, on_success: { next: [b, c] }',
        'id: b, type: basic, on_success: { next: d }',
        'id: c, type: basic, on_success: { next: d }',
        'id: d, type: basic, on_success: { next: e }',
        'id: e, type: basic',
      ),
      'DIAMOND_WITHOUT_JOIN d',
    ],
    [
      flow(
        'id: a, type: basic, on_success: { next: [b, c] }',
        'id: b, type: basic, on_success: { next: d }',
        'id: c, type: basic, on_success: { next: d }',
        'id: d, type: basic, join: all',
      ),
    ],
    [
      flow(
        'id: a, type: basic, on_success: { next: [b, c] }',
        'id: b, type: basic, on_error: { next: d }',
        'id: c, type: basic, on_error: { next: d }',
        'id: d, type: basic',
      ),
    ],
    [flow('id: a, type: basic, on_success: { next: z }, on_complete: { next: z }', 'id: z, type: basic')],
    [
      flow(
        'id: a, type: basic, on_start: { next: z }, on_success: { next: b }',
        'id: b, type: basic, on_success: { next: z }',
        'id: z, type: basic',
      ),
      'DIAMOND_WITHOUT_JOIN z',
    ],
    [
      flow(
        'id: a, type: decision, config: { routes: { x: b, y: c } }',
        'id: b, type: basic, on_success: { next: c }',
        'id: c, type: basic',
      ),
      'DECISION_WITHOUT_DEFAULT routes',
    ],
    [flow('id: a, type: decision, config: { routes: { true: end, false: end } }')],
    [flow('id: a, type: decision, config: { routes: { x: end } }, on_condition_nomatch: { next: end }')],
  ])('%s', (text, ...expected) => {
    expect(findings(text)).toEqual(expected);
  });
});

describe('retries, secrets and schemas', () => {
  const retry = 'retry: { attempts: 2, backoff: fixed, interval: 1s }';
  test.each([
    [`tasks: [{ id: a, type: map, ${retry} }]`, 'RETRY_WITHOUT_EFFECT retry'],
    [
      `tasks: [{ id: a, type: basic, use: core:http, ${retry}, on_error: { retry: false } }]`,
      'RETRY_WITHOUT_EFFECT false',
    ],
    [
      'tasks: [{ id: a, type: basic, use: core:http, retry: { attempts: 0, backoff: fixed, interval: 1s } }]',
      'RETRY_WITHOUT_EFFECT 0',
    ],
    [
      'tasks: [{ id: a, type: basic, use: core:http, retry: { attempts: 1, backoff: fixed, interval: 5s, max_interval: 1s } }]',
      'RETRY_WITHOUT_EFFECT 1s',
    ],
    [`tasks: [{ id: a, type: composite, tasks: [{ id: b, type: basic }], ${retry} }]`],
    [
      'tasks: [{ id: a, type: basic, use: core:http, with: { headers: { Authorization: "Bearer abcdefghijklmnopqrst" } } }]',
      'SECRET_IN_CLEAR "Bearer abcdefghijklmnopqrst"',
    ],
    ['env: { API_KEY: abcdef123456 }\ntasks: [{ id: a, type: basic }]', 'SECRET_IN_CLEAR abcdef123456'],
    [
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, api_key: abc } }]\ntasks: [{ id: a, type: basic }]',
      'SECRET_IN_CLEAR abc',
    ],
    [
      'tasks: [{ id: a, type: basic, with: { text: "my password is long enough", token: "{{ env.T }}", api_key: <API_KEY> } }]',
    ],
    ['schema: { input: { type: objct } }\ntasks: [{ id: a, type: basic }]', 'INVALID_SCHEMA objct'],
    [
      'tasks: [{ id: a, type: basic, schema: { input: { properties: { n: { anyOf: [{ minimum: x }] } } } } }]',
      'INVALID_SCHEMA x',
    ],
    ['schema: { input: { text: { type: string } } }\ntasks: [{ id: a, type: basic }]', 'VAGUE_SCHEMA text'],
  ])('%s', (text, ...expected) => {
    expect(findings(text)).toEqual(expected);
  });

  test('a secret is replaced by its variable', () => {
    const text =
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, api_key: abc } }]\ntasks: [{ id: a, type: basic }]';
    expect(mended(text, 'SECRET_IN_CLEAR')).toBe(text.replace('api_key: abc', 'api_key: "{{ env.API_KEY }}"'));
  });
});

test('broken YAML gets only its own errors; an empty file and one without tasks get a note', () => {
  expect(new Set(diagnose('tasks: [{ id: a, type: bsic }').map(({ severity }) => severity))).toEqual(
    new Set(['error']),
  );
  expect(findings('tasks: [{ id: a, type: bsic }').some((finding) => finding.startsWith('NOT_ALLOWED'))).toBe(false);
  expect(diagnose('').map(({ code }) => code)).toEqual(['EMPTY_DOCUMENT']);
  expect(diagnose('tools: []').map(({ code }) => code)).toEqual(['NO_TASKS']);
  expect(diagnose('tasks: []').map(({ code }) => code)).toEqual(['NO_TASKS']);
});

test('only errors block a run; the list is sorted, belongs to the innermost task and is the same for the same analysis', () => {
  const text = 'tasks: [{ id: a, type: basic, x: 1 }, { id: c, type: composite, tasks: [{ id: b, type: bsic }] }]';
  const analysis = analyze('w.yaml', text);
  const diagnostics = checkAnalysis(analysis);
  expect(diagnostics.map(({ code, taskId }) => [code, taskId])).toEqual([
    ['UNKNOWN_KEY', 'a'],
    ['UNREACHABLE_TASK', 'c'],
    ['NOT_ALLOWED_VALUE', 'b'],
  ]);
  expect(checkAnalysis(analysis)).toBe(diagnostics);
  expect(blocksRun(diagnostics)).toBe(true);
  expect(blocksRun(diagnostics.slice(0, 2))).toBe(false);
});

test('checks a thousand tasks within half a second', () => {
  const tasks = Array.from({ length: 1_000 }, (_, index) => {
    const next = index === 999 ? '' : `    on_success: { next: t${index + 1} }\n`;
    return `  - id: t${index}\n    type: basic\n    use: core:http\n    with: { url: "{{ env.URL }}/${index}", last: "{{ tasks.t0.output.body }}" }\n    config: { timeout: 30s }\n    retry: { attempts: 3, backoff: fixed, interval: 1s }\n${next}`;
  });
  // The best of a few: other work on the machine is not ours to measure.
  const times = Array.from({ length: 4 }, (_, run) => {
    const analysis = analyze('w.yaml', `tasks:\n${tasks.join('')}${'\n'.repeat(run)}`);
    const started = performance.now();
    expect(checkAnalysis(analysis)).toEqual([]);
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});
