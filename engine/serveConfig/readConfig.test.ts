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
      queue: 100,
      keep: null,
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
    keep: null,
    schedules: [],
    webhooks: [],
    tools: [],
  };
  for (const text of ['', '# nothing yet\n']) expect(readConfig(text)).toEqual({ ok: true, value: nothing });
});

test('what is kept is read with its sizes and rules', () => {
  const text = `
    keep:
      runs: 10000
      bytes: 1.5 GB
      rules:
        - { status: error, days: 365 }
        - { workflow: reports/*, runs: 100 }
  `;
  const read = readConfig(text);
  expect(read.ok && read.value.keep).toEqual({
    runs: 10_000,
    days: null,
    bytes: 1_500_000_000,
    archive: null,
    rules: [
      { workflow: null, status: 'error', runs: null, days: 365 },
      { workflow: 'reports/*', status: null, runs: 100, days: null },
    ],
  });
});

test.each([
  ['env: [A]\nenvs: [B]', 2, 1, 'envs'],
  ['env:\n  - A\n  - "B C"', 3, 5, 'env.1'],
  ['env: A', 1, 1, 'env must be a list'],
  ['secrets:\n  KEY: { allow: ["api.example.com"] }', 2, 18, 'secrets.KEY.allow.0'],
  ['secrets:\n  KEY: { allow: ["https://u:p@x.example/"] }', 2, 18, 'secrets.KEY.allow.0'],
  ['secrets:\n  KEY: { alow: [] }', 2, 10, 'secrets.KEY.alow'],
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
  ['keep: { runs: 0 }', 1, 9, 'keep.runs must be at least 1'],
  ['keep: { bytes: 20 GiB }', 1, 9, 'A size is a number with its unit, such as 20 GB.'],
  ['keep: { rules: [{ days: 3 }] }', 1, 17, 'keep.rules.0 fits every run. Say workflow, status or both.'],
  ['keep: { rules: [{ status: error }] }', 1, 17, 'keep.rules.0 has no limit. Say runs, days or both.'],
  ['- a', 1, 1, 'The file is a map of keys'],
  ['env: [A', 1, 7, 'not closed'],
  ['secrets: { A: {} }\nenv: [A]', 2, 1, 'A is under env and under secrets'],
])('%j is wrong at %i:%i', (text, line, column, message) => {
  const read = readConfig(text, (name) => name !== 'gone');
  expect(read.ok ? [] : read.error).toMatchObject([{ line, column, message: expect.stringContaining(message) }]);
});
