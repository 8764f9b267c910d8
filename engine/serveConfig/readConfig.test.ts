import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { yaml } from '../testing/index.ts';
import { readConfig } from './readConfig.ts';

beforeAll(() => loadPatterns());

test('a whole file', () => {
  const text = yaml`
    env: [REGION, LOG_LEVEL]
    secrets:
      API_KEY: { allow: [https://api.example.com/], allow_content: ["http://127.0.0.1:8080"] }
      UNUSED:
    repeat: no
    active: 4
    queue: 100
  `;
  const own = { name: 'API_KEY' };
  expect(readConfig(text.replace('repeat: no', 'repeat: "no"'))).toEqual({
    ok: true,
    value: {
      env: ['REGION', 'LOG_LEVEL'],
      secrets: ['API_KEY', 'UNUSED'],
      grants: [
        { ...own, address: 'https://api.example.com/', as: 'credential' },
        { ...own, address: 'http://127.0.0.1:8080', as: 'content' },
      ],
      repeat: 'no',
      active: 4,
      reach: { allow: [], deny: [], workflows: new Map() },
      queue: 100,
      schedules: [],
      webhooks: [],
      tools: [],
    },
  });
});

test('an empty file says nothing', () => {
  const nothing = {
    env: [],
    secrets: [],
    grants: [],
    repeat: null,
    active: null,
    queue: null,
    reach: { allow: [], deny: [], workflows: new Map() },
    schedules: [],
    webhooks: [],
    tools: [],
  };
  for (const text of ['', '# nothing yet\n']) expect(readConfig(text)).toEqual({ ok: true, value: nothing });
});

test.each([
  ['env: [A]\nenvs: [B]', 2, 1, 'envs'],
  ['env:\n  - A\n  - "B C"', 3, 5, 'env.1'],
  ['env: A', 1, 1, 'env must be a list'],
  ['secrets:\n  KEY: { allow: ["api.example.com"] }', 2, 18, 'secrets.KEY.allow.0'],
  ['secrets:\n  KEY: { allow: ["https://u:p@x.example/"] }', 2, 18, 'secrets.KEY.allow.0'],
  ['secrets:\n  KEY: { alow: [] }', 2, 10, 'secrets.KEY.alow'],
  ['reach: { alow: [] }', 1, 10, 'reach.alow'],
  ['reach: { allow: ["https://api.example.com"] }', 1, 18, 'reach.allow.0 is “https://api.example.com”. An entry is'],
  ['reach: { deny: [10.0.0.0/33] }', 1, 17, 'What follows the / is at most 32.'],
  ['reach: { allow: ["fd00::/129"] }', 1, 18, 'What follows the / is at most 128.'],
  ...[
    '127.1',
    '0x7f.1',
    '1.2.3.256',
    'a..b',
    '*',
    '*.',
    'a.*.b',
    'a:0',
    'a:65536',
    'a/8',
    'a b',
    '::1::',
    'ä.example',
  ].map((entry): [string, number, number, string] => [
    `reach: { deny: ["${entry}"] }`,
    1,
    17,
    `reach.deny.0 is “${entry}”.`,
  ]),
  ['reach: { workflows: { gone: { allow: [a.example] } } }', 1, 23, 'there is no file gone.yaml'],
  ['reach:\n  workflows:\n    w: { deny: ["a/b"] }', 3, 17, 'reach.workflows.w.deny.0'],
  ['repeat: maybe', 1, 1, 'repeat must be'],
  ['active: 0', 1, 1, 'active must be at least 1'],
  ['schedules:\n  a b: { workflow: w, cron: "* * * * *" }', 2, 3, 'schedules.a b: A name has letters'],
  ['schedules:\n  a: { cron: "* * * * *" }', 2, 3, 'schedules.a is missing'],
  ['schedules:\n  a: { workflow: w, cron: "* * * *" }', 2, 21, 'schedules.a.cron has 4 fields'],
  [
    'schedules:\n  a:\n    workflow: w\n    cron: "* * * * *"\n    time_zone: Berlin',
    5,
    5,
    'time_zone is no time zone',
  ],
  ['schedules:\n  a: { workflow: w, cron: "0 1 * * *", missed: all }', 2, 40, 'Write overlap: queue, or start.'],
  [
    'schedules:\n  a: { workflow: w, cron: "0 1 * * *", input: { x: "{{ 1 + }}" } }',
    2,
    49,
    'input.x has an expression',
  ],
  [
    'schedules:\n  a: { workflow: w, cron: "0 1 * * *", input: { x: ["{{ body.y }}"] } }',
    2,
    53,
    'input.x.0 reads body',
  ],
  ['schedules:\n  a: { workflow: gone, cron: "0 1 * * *" }', 2, 8, 'there is no file gone.yaml'],
  ['webhooks:\n  a: { path: a, workflow: w }', 2, 3, 'webhooks.a lets anybody start runs.'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, token: { secret: S } }', 2, 30, 'auth is beside token'],
  ['webhooks:\n  a: { path: /a, workflow: w, auth: none }', 2, 8, 'webhooks.a.path: A path is letters'],
  ['webhooks:\n  a: { path: a/../b, workflow: w, auth: none }', 2, 8, 'webhooks.a.path'],
  ['webhooks:\n  a: { path: a, workflow: gone, auth: none }', 2, 17, 'there is no file gone.yaml'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, wait: 10m }', 2, 42, 'Write at most 5m.'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, wait: soon }', 2, 42, 'is no time such as 30s'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, idempotency: "{{ tasks.a }}" }', 2, 42, 'reads tasks'],
  ['webhooks:\n  a: &a { path: a, workflow: w, auth: none }\n  b: *a', 3, 3, 'path is that of a, too'],
  [
    'webhooks:\n  a:\n    path: a\n    workflow: w\n    hmac:\n      secret: S\n      header: H\n      timestamp: { header: T, signed: "{body}" }',
    8,
    31,
    'signed has to have {timestamp} and {body}',
  ],
  ['mcp: [w, gone]', 1, 10, 'there is no file gone.yaml'],
  ['mcp:\n  - a/b\n  - { workflow: w, name: a_b }', 3, 5, 'is the tool a_b, as another one'],
  ['mcp: [{ workflow: w, name: a b }]', 1, 22, 'mcp.0.name'],
  ['mcp: [{ workflow: w, wait: 1h }]', 1, 22, 'Write at most 5m.'],
  ['mcp: [{ name: w }]', 1, 7, 'mcp.0 is missing "workflow"'],
  ['- a', 1, 1, 'The file is a map of keys'],
  ['env: [A', 1, 7, 'not closed'],
  ['secrets: { A: {} }\nenv: [A]', 2, 1, 'A is under env and under secrets'],
])('%j is wrong at %i:%i', (text, line, column, message) => {
  const read = readConfig(text, (name) => name !== 'gone');
  expect(read.ok ? [] : read.error).toMatchObject([{ line, column, message: expect.stringContaining(message) }]);
});
