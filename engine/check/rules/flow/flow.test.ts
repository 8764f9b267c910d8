import { describe, expect, test } from 'vitest';
import { applyFix, findingsIn } from '../../testing.ts';

const flow = (...tasks: readonly string[]) => `tasks: [${tasks.map((task) => `{ ${task} }`).join(', ')}]`;

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
    expect(findingsIn(text)).toEqual(expected);
  });
});

const inBox = (limit: string, retry: string): string =>
  `tasks: [{ id: box, type: composite, config: { ${limit} }, tasks: [{ id: a, type: basic, use: core:http, with: { url: /x }, retry: { attempts: 3, backoff: fixed, ${retry} } }] }]`;
const hasty = (policy: string) =>
  `tasks: [{ id: a, type: basic, use: core:http, with: { url: /x }, retry: { ${policy} } }]`;

describe('retries, secrets and schemas', () => {
  const retry = 'retry: { attempts: 2, backoff: fixed, interval: 1s }';
  test.each([
    [`tasks: [{ id: a, type: map, ${retry} }]`, 'RETRY_WITHOUT_EFFECT retry'],
    [hasty('attempts: 1000000000, backoff: fixed, interval: 0s'), 'RETRY_TOO_OFTEN 1000000000'],
    [hasty('attempts: 101, backoff: exponential, interval: 1s, max_interval: 1s')],
    [hasty('attempts: 101, backoff: linear, interval: 9ms'), 'RETRY_TOO_OFTEN 101'],
    [hasty('attempts: 100, backoff: fixed, interval: 0s'), 'RETRY_TOO_OFTEN 0s'],
    [hasty('attempts: 3, backoff: fixed, interval: 2ms'), 'RETRY_TOO_OFTEN 2ms'],
    [hasty('attempts: 4, backoff: exponential, interval: 5ms'), 'RETRY_TOO_OFTEN 5ms'],
    [hasty('attempts: 4, backoff: exponential, interval: 10ms')],
    [hasty('attempts: 1, backoff: fixed, interval: 0s')],
    [inBox('timeout: 10s', 'interval: 30s'), 'RETRY_WITHOUT_EFFECT 30s'],
    [inBox('timeout: 10s', 'interval: 10s'), 'RETRY_WITHOUT_EFFECT 10s'],
    [inBox('timeout: 10s', 'interval: 5s')],
    [inBox('timeout: 10s', 'interval: 15s, jitter: true')],
    [inBox('timeout: 10s', 'interval: 30s, max_interval: 5s'), 'RETRY_WITHOUT_EFFECT 5s'],
    [inBox("timeout: '{{ env.LIMIT }}'", 'interval: 30s')],
    [hasty('attempts: 1000, backoff: fixed, interval: 1s')],
    [
      `tasks: [{ id: a, type: basic, use: core:http, with: { url: /x }, ${retry}, on_error: { retry: false } }]`,
      'RETRY_WITHOUT_EFFECT false',
    ],
    [
      'tasks: [{ id: a, type: basic, use: core:http, with: { url: /x }, retry: { attempts: 0, backoff: fixed, interval: 1s } }]',
      'RETRY_WITHOUT_EFFECT 0',
    ],
    [
      'tasks: [{ id: a, type: basic, use: core:http, with: { url: /x }, retry: { attempts: 1, backoff: fixed, interval: 5s, max_interval: 1s } }]',
      'RETRY_WITHOUT_EFFECT 1s',
    ],
    [`tasks: [{ id: a, type: composite, tasks: [{ id: b, type: basic }], ${retry} }]`],
    [
      'tasks: [{ id: a, type: basic, use: core:http, with: { url: /x, headers: { Authorization: "Bearer abcdefghijklmnopqrst" } } }]',
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
    [
      'tasks: [{ id: a, type: basic, use: core:http, with: { url: /x, headers: { Authorization: "Bearer {{ trim(env.T) }}" } } }]',
      'SECRET_CHANGED "Bearer {{ trim(env.T) }}"',
    ],
    [
      `tasks: [{ id: a, type: basic, use: core:http, with: { url: /x, headers: { Authorization: "Basic {{ base64('me:' + env.T) }}" } } }]`,
    ],
    ['schema: { input: { type: objct } }\ntasks: [{ id: a, type: basic }]', 'INVALID_SCHEMA objct'],
    [
      'tasks: [{ id: a, type: basic, schema: { input: { properties: { n: { anyOf: [{ minimum: x }] } } } } }]',
      'INVALID_SCHEMA x',
    ],
    ['schema: { input: { text: { type: string } } }\ntasks: [{ id: a, type: basic }]', 'VAGUE_SCHEMA text'],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });

  test('a secret is replaced by its variable', () => {
    const text =
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, api_key: abc } }]\ntasks: [{ id: a, type: basic }]';
    expect(applyFix(text, 'SECRET_IN_CLEAR')).toBe(text.replace('api_key: abc', 'api_key: "{{ env.API_KEY }}"'));
  });
});
