import { describe, expect, test } from 'vitest';
import { applyFix, findingsIn } from '../../testing.ts';

const only = (code: string, text: string): readonly string[] =>
  findingsIn(text).flatMap((finding) => (finding.startsWith(`${code} `) ? [finding.slice(code.length + 1)] : []));

const task = (rest: string): string => `tasks: [{ id: a, type: basic, use: core:log, ${rest} }]`;

const after = (handler: string): string =>
  `tasks: [{ id: a, type: basic, use: core:http, ${handler} }, { id: b, type: basic, use: core:log, with: { m: "{{ tasks.a.output }}" }, on_success: { next: c } }, { id: c, type: basic, use: core:log, with: { m: "{{ tasks.a.output }}" } }]`;

const results = (value: string, ...tasks: readonly string[]): string =>
  `outputs: { x: "${value}" }\ntasks: [${tasks.map((rest) => `{ ${rest} }`).join(', ')}]`;

const routes = (first: string, second: string): string =>
  `tasks: [{ id: a, type: decision, config: { condition: input.k, routes: { p: ${first}, q: ${second} }, default: { next: end } } }]`;

const errorRoute = (key: string) => task(`on_error: { routes: { ${key}: end } }`);

const tools = (second: string) =>
  `agents: [{ id: g, use: core:agent, config: { provider: mock, model: m }, tools: [{ id: t }, { id: ${second} }], actions: [{ id: x, instructions: y, output: { type: object } }] }]\ntools: [{ id: t, use: core:http, schema: { input: {}, output: {} } }, { id: u, use: core:http, schema: { input: {}, output: {} } }]`;

describe('names out of their scope', () => {
  test('are reported in a task around which nothing gives them', () => {
    const names = 'item index batch batch_index items operation_id value signal event error output'.split(' ');
    for (const name of names)
      expect(only('ROOT_OUT_OF_SCOPE', task(`with: { m: "{{ ${name} }}" }`)), name).toEqual([name]);
    for (const name of ['input', 'id', 'status', 'attempt', 'workflow.input', 'tasks.a.status', 'env.X'])
      expect(only('ROOT_OUT_OF_SCOPE', task(`with: { m: "{{ ${name} }}" }`)), name).toEqual([]);
  });

  test('are reported in the results and variables of the workflow', () => {
    expect(only('ROOT_OUT_OF_SCOPE', `outputs: { x: "{{ output }}", y: "{{ tasks.a.output }}" }\n${task('')}`)).toEqual(
      ['output'],
    );
    expect(only('ROOT_OUT_OF_SCOPE', `env: { X: "{{ input.a }}{{ env.Y }}" }\n${task('')}`)).toEqual(['input']);
  });

  test.each([
    ['handlers see what they are called with', task('on_error: { next: end, with: { m: "{{ error }} {{ event }}" } }')],
    ['handlers see the result', task('on_success: { next: end, with: { m: "{{ output }}" } }')],
    [
      'what an error leads to sees it, also inside of a container',
      'tasks: [{ id: a, type: basic, use: core:http, on_error: { next: b } }, { id: b, type: composite, tasks: [{ id: c, type: map, config: { mapping: "{{ error.code }}" } }] }]',
    ],
    [
      'the body of a collection and what its handlers call sees the item',
      'tasks: [{ id: a, type: collection, config: { items: [1], filter: item > 0 }, tasks: [{ id: b, type: map, config: { mapping: "{{ item }} {{ index }} {{ batch }}" } }], on_item_success: { next: c } }, { id: c, type: map, config: { mapping: "{{ item }}" } }]',
    ],
    [
      'operations see their id',
      'tasks: [{ id: a, type: parallel, tasks: [{ id: b, type: map, config: { mapping: "{{ operation_id }}" } }] }]',
    ],
    [
      'a decision sees its value in its routes, and what it used',
      'tasks: [{ id: a, type: decision, config: { condition: "{{ output.x }}", routes: { k: { condition: value > 1, next: end } }, default: { next: end, with: { v: "{{ value }}" } } } }]',
    ],
    [
      'a wait sees its signal',
      'tasks: [{ id: a, type: wait, config: { signal: go, condition: signal.payload.ok, timeout: 5s, check_interval: 1s } }]',
    ],
  ])('%s', (_name, text) => {
    expect(only('ROOT_OUT_OF_SCOPE', text)).toEqual([]);
  });

  test('are reported where a collection has no items yet, and a decision no value', () => {
    const collection = 'tasks: [{ id: a, type: collection, config: { items: "{{ item }}" }, use: core:log }]';
    expect(only('ROOT_OUT_OF_SCOPE', collection)).toEqual(['item']);
    const decision = 'tasks: [{ id: a, type: decision, config: { condition: value > 1 } }]';
    expect(only('ROOT_OUT_OF_SCOPE', decision)).toEqual(['value']);
  });
});

describe('results that are not there', () => {
  test('a task that failed has no output, in all that only its failure leads to', () => {
    expect(only('OUTPUT_NEVER_SET', after('on_error: { next: b }'))).toEqual(['a.output', 'a.output']);
    expect(only('OUTPUT_NEVER_SET', after('on_error: { routes: { X: b } }'))).toEqual(['a.output', 'a.output']);
    expect(only('OUTPUT_NEVER_SET', after('on_error: { next: b }, on_success: { next: b }'))).toEqual([]);
    expect(only('OUTPUT_NEVER_SET', after('on_error: { next: b }, on_success: { next: c }'))).toEqual(['a.output']);
    expect(only('OUTPUT_NEVER_SET', after('on_success: { next: b, with: { x: "{{ tasks.a.output }}" } }'))).toEqual([]);
    expect(only('OUTPUT_NEVER_SET', after('on_error: { next: b, with: { x: "{{ tasks.a.output }}" } }'))).toEqual([
      'a.output',
      'a.output',
      'a.output',
    ]);
  });

  const choice = 'id: a, type: decision, config: { condition: input.k, routes: { k: b }, default: { next: c } }';
  const b = 'id: b, type: basic, on_success: { next: d }';
  const c = 'id: c, type: basic, on_success: { next: d }';
  const d = 'id: d, type: basic';

  test('a result of the workflow that some runs do not have is reported, unless it has a fallback', () => {
    expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.b.output }}', choice, b, c, d))).toEqual(['b.output']);
    expect(only('OUTPUT_MAY_BE_MISSING', results("{{ tasks.b.output ?? 'none' }}", choice, b, c, d))).toEqual([]);
    expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.d.output }}', choice, b, c, d))).toEqual([]);
    const caught = 'id: a, type: basic, on_success: { next: b }, on_error: { next: end }';
    expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.b.output }}', caught, 'id: b, type: basic'))).toEqual([
      'b.output',
    ]);
    const raised = 'id: c, type: basic, use: core:raise, with: { message: no }';
    const inBox = `id: c, type: composite, tasks: [{ id: e, type: basic }, { ${raised.replace('id: c', 'id: f')} }]`;
    for (const end of [raised, inBox]) {
      expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.b.output }}', choice, b, end, d))).toEqual([]);
      const handled = `${end}, on_error: { next: d }`;
      expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.b.output }}', choice, b, handled, d))).toEqual([
        'b.output',
      ]);
    }
    const fork = 'id: a, type: basic, on_success: { next: [b, c] }';
    expect(only('OUTPUT_MAY_BE_MISSING', results('{{ tasks.b.output }}', fork, b, c, d))).toEqual([]);
    const again =
      'id: b, type: decision, config: { condition: input.k, routes: { again: a, on: c }, default: { next: c } }';
    const loop = results('{{ tasks.c.output }}', 'id: a, type: basic, on_success: { next: b }', again, c, d);
    expect(only('OUTPUT_MAY_BE_MISSING', loop)).toEqual([]);
    expect(only('OUTPUT_NEVER_SET', results('{{ tasks.b.output }}', d, 'id: b, type: basic'))).toEqual(['b.output']);
  });
});

describe('settings that do nothing', () => {
  test('routes no value takes', () => {
    const rule = (first: string, second: string) => only('ROUTE_NEVER_TAKEN', routes(first, second));
    expect(rule('{ condition: value > 5, next: end }', '{ condition: "{{ value > 5 }}", next: end }')).toEqual(['q']);
    expect(rule('{ condition: true, next: end }', 'end')).toEqual(['q']);
    expect(rule('{ condition: "{{ false }}", next: end }', 'end')).toEqual(['p']);
    expect(rule('{ condition: value > 5, next: end }', '{ condition: true, next: end }')).toEqual([]);
    const errors = 'tasks: [{ id: a, type: basic, use: core:http, on_error: { routes: { "*": end, X: end } } }]';
    expect(only('ROUTE_NEVER_TAKEN', errors)).toEqual(['X']);
    expect(only('ROUTE_NEVER_TAKEN', applyFix(errors, 'ROUTE_NEVER_TAKEN'))).toEqual([]);
  });

  test('codes of errors that are misspelt; those of tools are left', () => {
    expect(only('UNKNOWN_ERROR_CODE', errorRoute('TIMEOUT'))).toEqual(['TIMEOUT']);
    expect(applyFix(errorRoute('RATE_LIMT_ERROR'), 'UNKNOWN_ERROR_CODE')).toContain('RATE_LIMIT_ERROR: end');
    expect(only('UNKNOWN_ERROR_CODE', errorRoute('OUT_OF_STOCK'))).toEqual([]);
    expect(only('UNKNOWN_ERROR_CODE', errorRoute('TIMEOUT_ERROR'))).toEqual([]);
    const asking = (condition: string) => errorRoute('TIMEOUT').replace('routes:', `condition: ${condition}, routes:`);
    expect(only('UNKNOWN_ERROR_CODE', asking('"{{ error.code }}"'))).toEqual(['TIMEOUT']);
    expect(only('UNKNOWN_ERROR_CODE', asking('error.details.reason'))).toEqual([]);
  });

  test.each([
    ['CONSTANT_CONDITION', 'tasks: [{ id: a, type: decision, config: { condition: true, routes: { x: end } } }]'],
    ['CONSTANT_CONDITION', task('on_error: { condition: "{{ 1 == 1 }}", next: end }')],
    ['CONSTANT_CONDITION', 'tasks: [{ id: a, type: collection, use: core:log, config: { filter: "false" } }]'],
    [
      'CHECKED_ONCE',
      'tasks: [{ id: a, type: wait, config: { condition: input.x, timeout: 5s, check_interval: 10s } }]',
    ],
    ['CHECKED_ONCE', 'tasks: [{ id: a, type: wait, use: core:http, config: { timeout: 5s, check_interval: 10s } }]'],
    ['EMPTY_CONTAINER', 'tasks: [{ id: a, type: parallel }]'],
    ['JOIN_WITHOUT_EFFECT', task('join: all')],
    ['DUPLICATE_TARGET', task('on_success: { next: [a, a] }')],
    ['RETRY_WITHOUT_EFFECT', task('on_error: { retry: true }')],
    ['RETRY_WITHOUT_EFFECT', task('retry: { attempts: 1, backoff: fixed, interval: 1s }')],
    ['CORE_VERSION', 'tasks: [{ id: a, type: basic, use: { repo: core, package: hash, version: "2" } }]'],
    ['CORE_VERSION', 'tools: [{ id: a, use: core/log@1, schema: { input: {}, output: {} } }]'],
  ])('%s', (code, text) => {
    expect(only(code, text)).toHaveLength(1);
  });

  test.each([
    ['CONSTANT_CONDITION', 'tasks: [{ id: a, type: decision, config: { condition: input.x, routes: { x: end } } }]'],
    [
      'CONSTANT_CONDITION',
      'tasks: [{ id: a, type: decision, config: { condition: true, routes: { x: { condition: input.x, next: end } } } }]',
    ],
    ['CHECKED_ONCE', 'tasks: [{ id: a, type: wait, config: { condition: input.x, timeout: 5s, check_interval: 5s } }]'],
    ['CHECKED_ONCE', 'tasks: [{ id: a, type: wait, config: { timeout: 5s, check_interval: 10s } }]'],
    ['CHECKED_ONCE', 'tasks: [{ id: a, type: wait, config: { signal: go, timeout: 5s, check_interval: 10s } }]'],
    ['EMPTY_CONTAINER', 'tasks: [{ id: a, type: collection, use: core:log }]'],
    ['JOIN_WITHOUT_EFFECT', task('join: all, on_success: { next: a }')],
    ['DUPLICATE_TARGET', task('on_success: { next: [a, end] }')],
    ['RETRY_WITHOUT_EFFECT', 'tasks: [{ id: a, type: basic, use: core:http, on_error: { retry: true } }]'],
    ['CORE_VERSION', task('name: b')],
  ])('nothing of %s where it does something', (code, text) => {
    expect(only(code, text)).toEqual([]);
  });
});

describe('secrets', () => {
  test.each([
    'sk-abcdefghijklmnop1234',
    'sk_live_abcdefghijklmnop',
    'AKIAIOSFODNN7EXAMPLE',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'Bearer abcdefghijklmnopqrstuv',
    'Basic YWxhZGRpbjpvcGVuc2VzYW1l',
    'https://ann:hunter22@example.com/x',
    'https://example.com/x?api_key=abcdef123456',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc',
  ])('%s is reported', (value) => {
    expect(only('SECRET_IN_CLEAR', task(`with: { m: "${value}" }`))).toHaveLength(1);
  });

  test.each([
    '{{ env.KEY }}',
    'Bearer {{ env.TOKEN }}',
    '<API_KEY>',
    'https://<user>:<password>@example.com',
    'https://example.com/a:b@c',
    'Bearer of bad news, all of them',
    'the sk-ill of a token, such as this one',
    'https://example.com?token=<TOKEN>',
  ])('%s is none', (value) => {
    expect(only('SECRET_IN_CLEAR', task(`with: { m: "${value}" }`))).toEqual([]);
  });
});

test('a tool that an agent has twice is an error', () => {
  expect(only('DUPLICATE_ID', tools('t'))).toEqual(['t']);
  expect(only('DUPLICATE_ID', tools('u'))).toEqual([]);
  expect(only('DUPLICATE_ID', applyFix(tools('t'), 'DUPLICATE_ID'))).toEqual([]);
});
