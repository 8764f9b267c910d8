import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forbidRequests, runInProcess } from '../testing.ts';

const CANARY = 'canary-4711-7f3e9b2c-d41a-4c08-9e65-b1f0a2c3d4e5';

const FLOW = `schema: { input: { type: object, properties: { ids: { type: array } } } }
tasks:
  - id: each
    type: collection
    config: { items: '{{ input.ids }}' }
    tasks:
      - id: get
        type: basic
        use: core:http
        with: { url: 'https://api.example.com/{{ item }}', headers: { Authorization: '{{ env.API_KEY }}' } }
    on_success: { next: sum }
  - { id: sum, type: basic, with: { all: '{{ tasks.each.output.items }}' } }
`;

const GIVEN = ['--secret', 'API_KEY', '--allow', 'API_KEY=https://api.example.com'];

let folder = '';
let asked: string[] = [];
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
const read = (name = 'flow.test.yaml'): string => readFileSync(path.join(folder, name), 'utf8');
const run = (...args: readonly string[]) => runInProcess(args, { folder, env: { API_KEY: CANARY } });
const record = (...args: readonly string[]) => run('test', '--record', '--budget-calls', '9', ...GIVEN, ...args);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-record-'));
  mkdirSync(path.join(folder, 'runs'));
  write('flow.yaml', FLOW);
  asked = [];
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url.pathname + url.search);
    if (url.pathname === '/gone') return Response.json({}, { status: 410 });
    return Response.json({ at: url.pathname + url.search });
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

test('only calls that ask for something else than the recorded run are made, and only their answers are written', async () => {
  const journal = ['--journal', 'runs/one.journal', '--state', 'state', '--input', '{"ids": ["a", "b"]}'];
  expect(await run('run', 'flow.yaml', ...GIVEN, ...journal)).toMatchObject({ code: 0 });
  const text = `# Kept.
tests:
  - name: the run # and why
    cassette: runs/one.journal
    expect: { path: [each, sum] }
`;
  write('flow.test.yaml', text);
  write('flow.yaml', FLOW.replace("{{ item }}'", '{{ item }}{{ item == "b" ? "?page=2" : "" }}\''));
  expect(await run('test')).toMatchObject({ code: 1, out: expect.stringContaining('UNANSWERED') });
  const recorded = readFileSync(path.join(folder, 'runs/one.journal'), 'utf8');
  asked = [];
  const ended = await record();
  expect(asked).toEqual(['/b?page=2']);
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('passed the run') });
  expect(ended.error).toContain(
    'flow.test.yaml: “the run”: 1 call made\n  get: GET https://api.example.com/b (input.url was',
  );
  expect(ended.error).toMatch(/ at body\.at\n +before "\/b"\n +now "\/b\?page=2"\n/);
  expect(read()).toBe(`${text}    answers:
      get:
        for:
          url: https://api.example.com/b?page=2
        output:
          status: 200
          body:
            at: /b?page=2
`);
  expect(read()).not.toContain(CANARY);
  expect(read('runs/one.journal')).toBe(recorded);
  forbidRequests();
  expect(await run('test')).toMatchObject({ code: 0 });
  // What it asks is still compared with what was recorded.
  write('flow.yaml', FLOW.replace("{{ item }}'", "{{ item }}?page=3'"));
  expect(await run('test')).toMatchObject({ code: 1, out: expect.stringContaining('UNANSWERED') });
});

const ONE = `tasks:
  - { id: get, type: basic, use: core:http, with: { url: 'https://api.example.com/{{ input.id }}' }, on_success: { next: again } }
  - { id: again, type: basic, use: core:http, with: { url: 'https://api.example.com/{{ tasks.get.output.body.at }}' } }
`;

test('answers that are missing, that are for other calls, and that do not fit are recorded; others stay as they are', async () => {
  write('flow.yaml', ONE);
  const text = `tests:
  - name: missing
    input: { id: a }
    answers: { again: { output: { status: 200, body: 1 } } } # Not asked.
  - name: for another
    input: { id: a }
    answers:
      get:
        - { for: { url: x }, output: { status: 200, body: { at: x } } }
      again: simulate
  - name: no longer fits
    input: { id: a }
    answers:
      get: { output: { status: none, body: { at: old } }, after: 5s } # Slow.
      again: simulate
  - name: whole
    answers: { get: { output: { status: 200, body: { at: x } } }, again: simulate }
`;
  write('flow.test.yaml', text);
  const ended = await record();
  expect(asked).toEqual(['/a', '/a', '/a']);
  expect(ended).toMatchObject({ code: 0, error: expect.stringContaining('4 tests, 0 failed\n') });
  expect(read()).toBe(
    text
      .replace('body: 1 } } } #', 'body: 1 } }, get: {output: {status: 200, body: {at: /a}}} } #')
      .replace(
        'body: { at: x } } }\n      again',
        'body: { at: x } } }\n        - for:\n            id: a\n            url: https://api.example.com/a\n          output:\n            status: 200\n            body:\n              at: /a\n      again',
      )
      .replace('status: none, body: { at: old }', 'status: 200, body: { at: /a }'),
  );
});

test('what fails is not recorded, nor what no budget is left for; the file stays as it is', async () => {
  write('flow.yaml', ONE);
  const text = `tests:
  - { name: fails, input: { id: gone } }
  - { name: too much, input: { id: a } }
`;
  write('flow.test.yaml', text);
  const ended = await run('test', '--record', '--budget-calls', '2');
  expect(ended.code).toBe(1);
  expect(ended.error).toContain(
    '“fails”: nothing was recorded. “get” would ask GET https://api.example.com/gone for real, and it failed with EXECUTION_ERROR',
  );
  expect(ended.error).toContain(
    '“too much”: 1 call made; nothing was recorded. “again” would ask GET https://api.example.com//a for real, and the budget of 2 calls is used up.',
  );
  expect(read()).toBe(text);
});

test('it needs a budget, and goes with neither --watch nor --seed', async () => {
  expect(await run('test', '--record')).toMatchObject({
    code: 2,
    error: expect.stringContaining('--record needs a budget'),
  });
  for (const other of [['--watch'], ['--seed', '3']])
    expect(await record(...other)).toMatchObject({ code: 2, error: expect.stringContaining('--record') });
  expect(asked).toEqual([]);
});
