import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInProcess } from '../testing.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const FLOW = `schema:
  input: { type: object, required: [id], properties: { id: { type: string, minLength: 1 } } }
tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: 'https://api.example.com/{{ input.id }}' }
    config: { timeout: 10s }
    on_error: { routes: { COMMUNICATION_ERROR: sorry, TIMEOUT_ERROR: sorry } }
    on_success: { next: end }
  - { id: sorry, type: basic, use: 'core:log', with: { message: No answer } }
`;
const TESTS = `tests:
  - { name: works, input: { id: a }, answers: { get: { output: { status: 200, body: 1 } } } }
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-drill-'));
  write('flow.yaml', FLOW);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

const run = (...args: readonly string[]) => runInProcess(['drill', ...args], { folder });

/** The tests that a drill was made of. */
async function testsOf(...args: readonly string[]): Promise<readonly unknown[]> {
  const { out } = await run('flow.yaml', '--json', ...args);
  const [{ cells }] = JSON.parse(out).files;
  return [...new Set(cells.map(({ test: name }: { readonly test: string }) => name))];
}

test('no fault of a sample is unhandled, hangs, repeats or leaks, but where it is wanted, and nothing is requested', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const ended = await runInProcess(['drill', 'public/samples'], { folder: ROOT });
  expect(ended.code, ended.out).toBe(0);
  expect(ended.error).toContain('0 unhandled (and 1 wanted), 0 hangs, 0 repeats, 0 leaks\n');
  expect(ended.out).not.toContain('No run reaches');
  expect(fetch).not.toHaveBeenCalled();
});

test('a table says of each task what becomes of its faults, and why', async () => {
  write('flow.test.yaml', TESTS);
  const { code, out, error } = await run('flow.yaml');
  expect(code).toBe(1);
  const lines = out.split('\n');
  expect(lines).toContain('  get  handled  malformed, killed-after');
  expect(lines).toContain(
    '  get  unhandled  RATE_LIMIT_ERROR, AUTHENTICATION_ERROR, AUTHORIZATION_ERROR, EXECUTION_ERROR, LIMIT_ERROR',
  );
  expect(out).toContain(
    '    flow.yaml:4:5 on_error of “get” has no route for it, nor does anything around it take the error: the run ends with it.',
  );
  expect(out).toContain('    See it: --show get:RATE_LIMIT_ERROR\n');
  expect(error).toBe('11 faults: 5 unhandled, 0 hangs, 0 repeats, 0 leaks\n');
  expect((await run('flow.yaml', '--fail-on', 'hangs,repeats')).code).toBe(0);
});

test('JSON has each cell: why, where, the step, and how to see it', async () => {
  const { code, out } = await run('flow.yaml', '--json');
  expect(code).toBe(1);
  const [{ cells }] = JSON.parse(out).files;
  expect(cells.find(({ fault }: { readonly fault: string }) => fault === 'LIMIT_ERROR')).toEqual({
    task: 'get',
    tool: null,
    call: null,
    place: 'get',
    fault: 'LIMIT_ERROR',
    kind: 'code',
    verdict: 'unhandled',
    why: expect.stringContaining('has no route for it'),
    allowed: null,
    test: 'simulation',
    step: expect.any(Number),
    at: { line: 4, column: 5 },
    see: 'signalbox drill flow.yaml --show get:LIMIT_ERROR',
  });
  const shown = await run('flow.yaml', '--show', 'get:LIMIT_ERROR');
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/^! {4}\d .* effect\.completed get LIMIT_ERROR$/m);
  expect(shown.out).toMatch(/run\.finished error LIMIT_ERROR/);
  expect((await run('flow.yaml', '--show', 'get:none')).code).toBe(2);
});

test('a call of a tool of an agent is a row of its own, and can be shown', async () => {
  write(
    'flow.yaml',
    `agents:
  - { id: clerk, use: 'core:agent', config: { provider: openai, model: small }, tools: [{ id: pay, use: 'mcp:bank/pay' }], actions: [{ id: go, instructions: Go, output: {} }] }
tasks: [{ id: go, type: basic, use: 'agent:clerk', config: { timeout: 1h }, on_error: { next: end } }, { id: end, type: basic }]
`,
  );
  write(
    'flow.test.yaml',
    `tests:
  - name: pays twice
    answers: { go: [{ tool_calls: [{ name: pay }, { name: pay }] }, { tool: pay, output: 1 }, { output: done }] }
`,
  );
  const { out } = await run('flow.yaml');
  expect(out).toMatch(/^ {2}go\/pay#2 {2}unhandled {2}COMMUNICATION_ERROR, /m);
  expect(out).toContain('    See it: --show go/pay#2:COMMUNICATION_ERROR\n');
  const shown = await run('flow.yaml', '--show', 'go/pay#2:COMMUNICATION_ERROR');
  const asJson = await run('flow.yaml', '--show', 'go/pay#2:COMMUNICATION_ERROR', '--json');
  expect(JSON.parse(asJson.out)).toMatchObject({ task: 'go', place: 'go/pay#2', fault: 'COMMUNICATION_ERROR' });
  expect(shown.out.match(/effect\.completed go \S+/g)).toEqual(
    ['answered', 'answered', 'COMMUNICATION_ERROR', 'answered'].map((what) => `effect.completed go ${what}`),
  );
  expect((await run('flow.yaml', '--show', 'go/pay#3:timeout')).error).toContain('“go/pay#3” has no fault');
});

test('a comment says that something is wanted, for its task alone', async () => {
  const allowed = '  # drill allows unhandled: a person looks at it\n';
  write('flow.yaml', FLOW.replace('  - id: get\n', `${allowed}  - id: get\n`));
  const { code, out, error } = await run('flow.yaml');
  expect({ code, error }).toEqual({
    code: 0,
    error: '11 faults: 0 unhandled (and 5 wanted), 0 hangs, 0 repeats, 0 leaks\n',
  });
  expect(out).toContain('    Wanted: a person looks at it\n');
  write('flow.yaml', FLOW.replace('  - { id: sorry', `${allowed}  - { id: sorry`));
  expect((await run('flow.yaml')).code).toBe(1);
});

test('runs are those of the tests, of one of them, made up, or recorded', async () => {
  write('flow.test.yaml', TESTS);
  expect(await testsOf()).toEqual(['works']);
  expect(await testsOf('--test', 'works')).toEqual(['works']);
  expect(await testsOf('--input', '{"id":"b"}')).toEqual(['simulation']);
  const began = await runInProcess(
    ['run', 'flow.yaml', '--simulate', '--input', '{"id":"c"}', '--journal', 'run.jsonl'],
    { folder },
  );
  expect(began.code).toBe(0);
  expect(await testsOf('--run', 'run.jsonl')).toEqual(['run.jsonl']);
});

test.each([
  [['--test', 'other'], 'There is no test “other” for this workflow.'],
  [['--fail-on', 'loops'], '--fail-on takes verdicts separated by commas: handled, '],
  [['--test', 'a', '--simulate'], '--test and --simulate cannot be given together'],
  [['--show', 'get'], 'TASK:FAULT'],
  [['--input', '{'], '--input is not JSON'],
  [['--input', '{"id":9007199254740993}'], '--input at id has 9007199254740993'],
  [['--run', 'none.jsonl'], 'The run none.jsonl cannot be read.'],
])('%j cannot be drilled', async (args, message) => {
  const { code, out, error } = await run('flow.yaml', ...args);
  expect(code).toBe(2);
  expect(out + error).toContain(message);
});

test('a command that takes a workflow says what to do with its tests, and one that takes tests where they belong', async () => {
  write('flow.test.yaml', TESTS);
  const drilled = await run('flow.test.yaml');
  expect(drilled.code).toBe(2);
  expect(drilled.out).toContain(
    'This file has tests. Drill its workflow, which uses the tests next to it: signalbox drill flow.yaml.',
  );
  const executed = await runInProcess(['run', 'flow.test.yaml'], { folder });
  expect(executed.code).toBe(2);
  expect(executed.out).toContain('this file has tests of a workflow, and no tasks');
  const played = await runInProcess(['test', 'flow.yaml'], { folder });
  expect(played.code).toBe(2);
  expect(played.out).toContain('Tests of this workflow belong in flow.test.yaml.');
});
