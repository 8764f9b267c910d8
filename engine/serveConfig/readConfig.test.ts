import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { yaml } from '../testing/index.ts';
import { findMissing } from './checkServeConfig.ts';
import { readConfig } from './readConfig.ts';
import { listHookSecrets } from './webhooks/readWebhooks.ts';

beforeAll(() => loadPatterns());

test('a whole file', () => {
  const text = yaml`
    env: [REGION, LOG_LEVEL]
    secrets:
      API_KEY: { allow: [https://api.example.com/], allow_content: ["http://127.0.0.1:8080"] }
      UNUSED:
      FILED: { file: ../key }
      PRINTED: { command: [vault, get, key] }
    repeat: no
    active: 4
    queue: 100
    files: { orders: shared, billing/invoices: shared }
  `;
  const own = { name: 'API_KEY' };
  expect(readConfig(text.replace('repeat: no', 'repeat: "no"'))).toEqual({
    ok: true,
    value: {
      env: ['REGION', 'LOG_LEVEL'],
      secrets: [
        { name: 'API_KEY', from: { type: 'environment', name: 'API_KEY' } },
        { name: 'UNUSED', from: { type: 'environment', name: 'UNUSED' } },
        { name: 'FILED', from: { type: 'file', file: '../key' } },
        { name: 'PRINTED', from: { type: 'command', command: ['vault', 'get', 'key'] } },
      ],
      grants: [
        { ...own, address: 'https://api.example.com/', as: 'credential' },
        { ...own, address: 'http://127.0.0.1:8080', as: 'content' },
      ],
      repeat: 'no',
      active: 4,
      reach: { allow: [], deny: [], workflows: new Map() },
      queue: 100,
      keep: null,
      sharedFiles: new Map([
        ['orders', 'shared'],
        ['billing/invoices', 'shared'],
      ]),
      schedules: [],
      webhooks: [],
      limits: [],
      tools: [],
      failures: [],
    },
  });
});

test('a webhook says where each of its secrets is', () => {
  const text = yaml`
    webhooks:
      a: { path: a, workflow: w, preset: github, secret: [{ file: ../new }, OLD] }
      b: { path: b, workflow: w, hmac: { secret: { command: [vault, get, key] }, header: X-Signature } }
      c: { path: c, workflow: w, auth: none }
  `;
  const read = readConfig(text);
  expect(read.ok ? read.value.webhooks.flatMap(listHookSecrets) : read.error).toEqual([
    { path: ['webhooks', 'a', 'secret', 0], source: { type: 'file', file: '../new' } },
    { path: ['webhooks', 'a', 'secret', 1], source: { type: 'environment', name: 'OLD' } },
    { path: ['webhooks', 'b', 'hmac', 'secret'], source: { type: 'command', command: ['vault', 'get', 'key'] } },
  ]);
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
    sharedFiles: new Map(),
    reach: { allow: [], deny: [], workflows: new Map() },
    schedules: [],
    webhooks: [],
    limits: [],
    tools: [],
    failures: [],
  };
  for (const text of ['', '# nothing yet\n']) expect(readConfig(text)).toEqual({ ok: true, value: nothing });
});

test('limits are read in their order; one without a number is refused', () => {
  const read = readConfig('limits: [{ workflow: reports/*, active: 2, queue: 50 }, { workflow: "*", size: 1.5 MB }]');
  expect(read.ok && read.value.limits).toEqual([
    { workflow: 'reports/*', active: 2, queue: 50, size: null },
    { workflow: '*', active: null, queue: null, size: 1_500_000 },
  ]);
  expect(readConfig('limits: [{ workflow: a }]')).toMatchObject({
    error: [{ message: expect.stringContaining('limits.0 has no limit') }],
  });
  expect(readConfig('limits: [{ workflow: a, size: 10 }]')).toMatchObject({
    error: [{ message: expect.stringContaining('limits.0.size is less than 1 MB') }],
  });
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
  ['reach: { alow: [] }', 1, 10, 'reach.alow'],
  ['reach: { allow: ["https://api.example.com"] }', 1, 18, 'reach.allow.0 is “https://api.example.com”. An entry is'],
  ['reach: { deny: [10.0.0.0/33] }', 1, 17, 'The number after the / is at most 32.'],
  ['reach: { allow: ["fd00::/129"] }', 1, 18, 'The number after the / is at most 128.'],
  ...[
    '127.1',
    '0x7f.1',
    '1.2.3.256',
    '01.2.3.4',
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
  ['reach:\n  workflows:\n    w: { deny: ["a/b"] }', 3, 17, 'reach.workflows.w.deny.0'],
  ['repeat: maybe', 1, 1, 'repeat must be'],
  ['keep: { bytes: 20 }', 1, 9, 'keep.bytes is less than 1 MB'],
  ['keep: { bytes: 0 GB }', 1, 9, 'keep.bytes is less than 1 MB'],
  ['files: { a: ../b }', 1, 10, 'files.a'],
  ['active: 0', 1, 1, 'active must be at least 1'],
  ['schedules:\n  a b: { workflow: w, cron: "* * * * *" }', 2, 3, 'schedules.a b: A name has letters'],
  ['schedules:\n  a: { cron: "* * * * *" }', 2, 3, 'schedules.a is missing'],
  ['schedules:\n  a: { workflow: w, cron: "* * * *" }', 2, 21, 'schedules.a.cron has 4 fields'],
  [
    'schedules:\n  a:\n    workflow: w\n    cron: "* * * * *"\n    time_zone: Berlin',
    5,
    5,
    'time_zone is not a time zone',
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
  ['webhooks:\n  a: { path: a, workflow: w }', 2, 3, 'webhooks.a lets anyone start runs.'],
  [
    'webhooks:\n  a: { path: a, workflow: w, auth: none, token: { secret: S } }',
    2,
    30,
    'auth cannot be used together with token',
  ],
  ['webhooks:\n  a: { path: /a, workflow: w, auth: none }', 2, 8, 'webhooks.a.path: A path is letters'],
  ['webhooks:\n  a: { path: a/../b, workflow: w, auth: none }', 2, 8, 'webhooks.a.path'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, wait: 10m }', 2, 42, 'Write at most 5m.'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, wait: soon }', 2, 42, 'is not a time such as 30s'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, idempotency: "{{ tasks.a }}" }', 2, 42, 'reads tasks'],
  ['webhooks:\n  a: &a { path: a, workflow: w, auth: none }\n  b: *a', 3, 3, 'path is that of a, too'],
  [
    'webhooks:\n  a:\n    path: a\n    workflow: w\n    hmac:\n      secret: S\n      header: H\n      timestamp: { header: T, signed: "{body}" }',
    8,
    31,
    'signed must contain {timestamp} and {body}',
  ],
  ['webhooks:\n  a: { path: a, workflow: w, preset: gitlab }', 2, 30, 'preset must be'],
  ['webhooks:\n  a: { path: a, workflow: w, preset: github }', 2, 30, 'preset needs secret'],
  ['webhooks:\n  a: { path: a, workflow: w, preset: github, secret: [] }', 2, 46, 'secret'],
  ['webhooks:\n  a: { path: a, workflow: w, preset: github, secret: [A, B, C] }', 2, 46, 'secret'],
  ['webhooks:\n  a: { path: a, workflow: w, preset: github, secret: "whsec 1" }', 2, 46, 'The secret itself'],
  [
    'webhooks:\n  a: { path: a, workflow: w, preset: slack, secret: A, auth: none }',
    2,
    56,
    'auth cannot be used together with preset',
  ],
  [
    'webhooks:\n  a: { path: a, workflow: w, preset: github, secret: A, tolerance: 1m }',
    2,
    57,
    'does not sign the time',
  ],
  ['webhooks:\n  a: { path: a, workflow: w, preset: stripe, secret: A, tolerance: 2d }', 2, 57, 'is too long'],
  ['webhooks:\n  a: { path: a, workflow: w, auth: none, secret: A }', 2, 42, 'secret belongs to a preset'],
  [
    'webhooks:\n  a:\n    path: a\n    workflow: w\n    hmac:\n      secret: S\n      header: H\n      id: I',
    8,
    7,
    'id needs timestamp as well',
  ],
  [
    'webhooks:\n  a:\n    path: a\n    workflow: w\n    hmac:\n      secret: S\n      header: H\n      id: I\n      timestamp: { header: T, signed: "{timestamp}.{body}" }',
    9,
    31,
    'signed must contain {id}, {timestamp} and {body}',
  ],
  [
    'webhooks:\n  a:\n    path: a\n    workflow: w\n    hmac:\n      secret: S\n      header: H\n      timestamp: { header: T, signed: "{id}{timestamp}.{body}" }',
    8,
    31,
    'hmac.id does not say which header',
  ],
  ['mcp:\n  - a/b\n  - { workflow: w, name: a_b }', 3, 5, 'is the tool a_b, as another one'],
  ['mcp: [{ workflow: w, name: a b }]', 1, 22, 'mcp.0.name'],
  ['mcp: [{ workflow: w, wait: 1h }]', 1, 22, 'Write at most 5m.'],
  ['mcp: [{ name: w }]', 1, 7, 'mcp.0 is missing "workflow"'],
  ['keep: { runs: 0 }', 1, 9, 'keep.runs must be at least 1'],
  ['keep: { bytes: 20 GiB }', 1, 9, 'A size is a number with its unit, such as 20 GB.'],
  ['keep: { rules: [{ days: 3 }] }', 1, 17, 'keep.rules.0 matches every run. Add workflow, status or both.'],
  ['keep: { rules: [{ status: error }] }', 1, 17, 'keep.rules.0 has no limit. Add runs, days or both.'],
  ['on_failure: [w]', 1, 1, 'on_failure must be'],
  ['- a', 1, 1, 'The file is a map of keys'],
  ['env: [A', 1, 7, 'not closed'],
  ['secrets:\n  KEY: { file: a, command: [b] }', 2, 19, 'secrets.KEY.command is given together with file'],
  [
    'webhooks: { a: { path: a, workflow: w, preset: github, secret: {} } }',
    1,
    56,
    'webhooks.a.secret is an empty map. Add file or command.',
  ],
  [
    'webhooks: { a: { path: a, workflow: w, token: { secret: [S, { file: a, command: [b] }] } } }',
    1,
    72,
    'webhooks.a.token.secret.1.command is given together with file',
  ],
  ['webhooks: { a: { path: a, workflow: w, token: { secret: { path: a } } } }', 1, 59, 'secret.path'],
  ['secrets: { A: {} }\nenv: [A]', 2, 1, 'A is under env and under secrets'],
])('%j is wrong at %i:%i', (text, line, column, message) => {
  const read = readConfig(text);
  expect(read.ok ? [] : read.error).toMatchObject([{ line, column, message: expect.stringContaining(message) }]);
});

test.each([
  ['schedules:\n  a: { workflow: gone, cron: "0 1 * * *" }', 2, 8, 'schedules.a.workflow names the workflow gone'],
  ['webhooks:\n  a: { path: a, workflow: gone, auth: none }', 2, 17, 'webhooks.a.workflow names the workflow gone'],
  ['mcp: [w, gone]', 1, 10, 'mcp.1 names the workflow gone'],
  ['reach: { workflows: { gone: { allow: [a.example] } } }', 1, 23, 'reach.workflows.gone names the workflow gone'],
  ['files: { gone: shared }', 1, 10, 'files.gone names the workflow gone'],
  ['on_failure:\n  gone: w', 2, 3, 'on_failure.gone names the workflow gone'],
  ['on_failure: gone', 1, 1, 'on_failure names the workflow gone'],
  ['on_failure:\n  w: gone\n  v:', 2, 3, 'on_failure.w names the workflow gone'],
])('%j names a workflow that is not there, at %i:%i', (text, line, column, message) => {
  const read = readConfig(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const expected = `${message}, but there is no file gone.yaml in the folder.`;
  expect(findMissing(text, read.value, (name) => name !== 'gone')).toMatchObject([{ line, column, message: expected }]);
  expect(findMissing(text, read.value, () => true)).toEqual([]);
});

test.each(['db:5432', 'cafe:8080', 'db', 'redis:6379', 'fd00::/8', '[::1]:8080', '1.2.3.4:80'])(
  'reach takes a host or an address, with a port or without: %s',
  (entry) => {
    expect(readConfig(`reach: { allow: ["${entry}"] }`)).toMatchObject({
      value: { reach: { allow: [{ text: entry, type: /^[a-z]+(:|$)/.test(entry) ? 'name' : 'range' }] } },
    });
  },
);
