import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  const bundle = path.join(folder, '.bundle');
  execFileSync(process.execPath, ['tools/build-cli.mjs', bundle], { cwd: ROOT });
  program = path.join(bundle, 'signalbox.js');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

interface Given {
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly onStart?: (child: ChildProcess) => void;
}

function signalbox(args: readonly string[], given: Given = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...given.env } });
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, error }));
    child.stdin.end(given.input ?? '');
    given.onStart?.(child);
  });
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return name;
}

const GOOD = yaml`
  name: Good
  tasks:
    - {id: a, type: basic, with: {n: 1}, on_success: {next: b}}
    - {id: b, type: basic, with: {n: "{{ tasks.a.output.n + 1 }}"}}
`;
const BAD = yaml`
  tasks:
    - id: a
      type: loop
`;

describe('check', () => {
  test('says nothing of a good file and exits 0', async () => {
    const ended = await signalbox(['check', write('good.yaml', GOOD)]);
    expect(ended).toEqual({ code: 0, out: '', error: '1 file, 0 errors, 0 warnings\n' });
  });

  test('prints one line for each finding and exits 1', async () => {
    const ended = await signalbox(['check', write('bad.yaml', BAD)]);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^bad\.yaml:3:11 error [A-Z_]+ .*loop.*\n$/);
    expect(ended.error).toBe('1 file, 1 error, 0 warnings\n');
  });

  test('prints JSON with places from 1 and an exclusive end', async () => {
    const { code, out } = await signalbox(['check', '--json', write('bad.yaml', BAD), write('good.yaml', GOOD)]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          path: 'bad.yaml',
          diagnostics: [
            {
              code: expect.stringMatching(/^[A-Z_]+$/),
              severity: 'error',
              message: expect.stringContaining('loop'),
              path: ['tasks', 0, 'type'],
              range: { start: { line: 3, column: 11 }, end: { line: 3, column: 15 } },
            },
          ],
        },
        { path: 'good.yaml', diagnostics: [] },
      ],
      errors: 1,
      warnings: 0,
    });
  });

  test('searches folders for .yaml and .yml, without node_modules, in order of name', async () => {
    write('tree/b.yml', GOOD);
    write('tree/a/c.yaml', GOOD);
    write('tree/note.txt', 'no');
    write('tree/node_modules/x.yaml', BAD);
    const { code, out } = await signalbox(['check', 'tree', '--json']);
    expect(JSON.parse(out).files.map((file: { path: string }) => file.path)).toEqual(['tree/a/c.yaml', 'tree/b.yml']);
    expect(code).toBe(0);
  });

  test('reads - from standard input', async () => {
    expect((await signalbox(['check', '-'], { input: GOOD })).code).toBe(0);
    expect((await signalbox(['check', '-'], { input: BAD })).out).toMatch(/^-:3:11 error /);
  });

  test('exits 2 for what cannot be read, and still checks the rest', async () => {
    const missing = await signalbox(['check', 'missing.yaml', write('bad.yaml', BAD)]);
    expect(missing.code).toBe(2);
    expect(missing.out.split('\n')).toEqual([
      'missing.yaml:1:1 error UNREADABLE_FILE There is no such file or folder.',
      expect.stringMatching(/^bad\.yaml:3:11/),
      '',
    ]);
    writeFileSync(path.join(folder, 'latin.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]));
    expect(await signalbox(['check', 'latin.yaml'])).toMatchObject({ code: 2, out: expect.stringContaining('UTF-8') });
    mkdirSync(path.join(folder, 'empty'), { recursive: true });
    expect((await signalbox(['check', 'empty'])).code).toBe(2);
  });
});

describe('run', () => {
  test('prints the result, with all tasks in document order, and exits 0', async () => {
    const text = yaml`
      tasks:
        - {id: "2", type: basic, with: {n: 1}, on_success: {next: p}}
        - {id: p, type: parallel, tasks: [{id: "1", type: basic}]}
        - {id: never, type: basic}
    `;
    const ended = await signalbox(['run', write('order.yaml', text), '--virtual-time', '--seed', '7']);
    const at = '2026-01-01T00:00:00.000Z';
    const done = { status: 'success', duration: 0, start_time: at, end_time: at, retry_count: 0, error: null };
    expect(JSON.parse(ended.out)).toEqual({
      run_id: 'run-7',
      status: 'success',
      output: { 1: {} },
      error: null,
      tasks: {
        2: { ...done, output: { n: 1 } },
        p: { ...done, output: { 1: {} } },
        1: { ...done, output: {} },
        never: {
          status: 'skipped',
          duration: null,
          start_time: null,
          end_time: null,
          retry_count: null,
          error: null,
          output: null,
        },
      },
      warnings: expect.any(Array),
    });
    expect([...ended.out.matchAll(/^ {4}"(\w+)": \{$/gm)].map(([, id]) => id)).toEqual(['2', 'p', '1', 'never']);
    expect(ended).toMatchObject({ code: 0, error: '' });
  });

  test('takes its input as JSON or from a file', async () => {
    write('echo.yaml', 'tasks: [{id: a, type: basic}]');
    write('input.json', '{"from": "file"}');
    expect(JSON.parse((await signalbox(['run', 'echo.yaml', '--input', '{"n": 1}'])).out).output).toEqual({ n: 1 });
    expect(JSON.parse((await signalbox(['run', 'echo.yaml', '--input', '@input.json'])).out).output).toEqual({
      from: 'file',
    });
    expect(
      JSON.parse((await signalbox(['run', '-'], { input: 'tasks: [{id: a, type: basic, with: {x: 1}}]' })).out).output,
    ).toEqual({ x: 1 });
  });

  test('exits 1 when the run fails', async () => {
    write('fail.yaml', 'tasks: [{id: a, type: basic, use: "core:raise", with: {code: MINE, message: no}}]');
    const { code, out } = await signalbox(['run', 'fail.yaml', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 'error',
      output: null,
      error: { code: 'MINE', message: 'no' },
      tasks: { a: { status: 'error' } },
    });
  });

  test('exits 2 with the same JSON when it cannot start', async () => {
    const bad = await signalbox(['run', write('bad.yaml', BAD)]);
    expect(bad.code).toBe(2);
    expect(JSON.parse(bad.out)).toMatchObject({
      run_id: null,
      status: 'error',
      output: null,
      error: { code: 'CONFIGURATION_ERROR' },
      tasks: { a: { status: 'skipped', output: null } },
      warnings: [],
      diagnostics: [{ severity: 'error', path: ['tasks', 0, 'type'], range: { start: { line: 3, column: 11 } } }],
    });
    write('schema.yaml', 'schema: {input: {type: object, required: [n]}}\ntasks: [{id: a, type: basic}]');
    const invalid = await signalbox(['run', 'schema.yaml', '--input', '{}']);
    expect(invalid.code).toBe(2);
    expect(JSON.parse(invalid.out)).toMatchObject({
      run_id: null,
      error: { code: 'VALIDATION_ERROR' },
      tasks: { a: { status: 'skipped' } },
      diagnostics: [],
    });
    for (const args of [
      ['missing.yaml'],
      ['schema.yaml', '--input', '{n'],
      ['schema.yaml', '--input', '@missing.json'],
      ['schema.yaml', '--env', 'NOT_SET_ANYWHERE'],
    ]) {
      const ended = await signalbox(['run', ...args]);
      expect(ended.code).toBe(2);
      expect(JSON.parse(ended.out)).toMatchObject({
        run_id: null,
        status: 'error',
        error: { code: 'CONFIGURATION_ERROR' },
      });
    }
    write('none.yaml', 'agents: []');
    expect((await signalbox(['run', 'none.yaml'])).code).toBe(2);
  });

  test('with --simulate, --seed and --virtual-time equal runs give equal bytes', async () => {
    const text = yaml`
      agents:
        - id: writer
          use: core:agent
          config: {provider: openai, model: gpt}
          actions: [{id: write, instructions: Write., output: {type: object, required: [title], properties: {title: {type: string}, n: {type: number}}}}]
      tasks:
        - {id: a, type: basic, use: agent:writer, with: {id: "{{ uuid() }}"}, on_success: {next: w}}
        - {id: w, type: wait, config: {timeout: 1h, check_interval: 10m}}
    `;
    write('made-up.yaml', text);
    const [first, again, other] = await Promise.all(
      ['7', '7', '8'].map((seed) => signalbox(['run', 'made-up.yaml', '--simulate', '--virtual-time', '--seed', seed])),
    );
    expect(first?.code).toBe(0);
    expect(again?.out).toBe(first?.out);
    expect(other?.out).not.toBe(first?.out);
    expect(JSON.parse(first?.out ?? '')).toMatchObject({
      run_id: 'run-7',
      tasks: { w: { duration: 3_600_000, end_time: expect.stringMatching(/^2026-01-01T01:00:00/) } },
    });
  });

  test('on virtual time a timeout still ends an effect that hangs, after as much real time', async () => {
    const text = yaml`
      agents: [{id: slow, use: core:agent, config: {provider: mock, model: m, mock: {latency: 60s}}}]
      tasks:
        - {id: a, type: basic, use: agent:slow, config: {timeout: 150ms}, on_error: {next: end}}
    `;
    const from = performance.now();
    const { out } = await signalbox(['run', write('hangs.yaml', text), '--virtual-time']);
    expect(JSON.parse(out).tasks.a).toMatchObject({ status: 'error', duration: 150, error: { code: 'TIMEOUT_ERROR' } });
    expect(performance.now() - from).toBeGreaterThan(140);
  });

  test('a variable is read from the environment, and masked where it reaches a credential field', async () => {
    const text = yaml`
      agents: [{id: a, use: core:agent, config: {provider: mock, model: m, api_key: "{{ env.API_KEY }}"}}]
      tasks: [{id: t, type: basic, with: {key: "{{ env.API_KEY }}", region: "{{ env.REGION }}"}}]
    `;
    const { out } = await signalbox(['run', write('env.yaml', text), '--env', 'API_KEY', '--env', 'REGION=eu=west'], {
      env: { API_KEY: 'sk-very-secret' },
    });
    expect(JSON.parse(out).output).toEqual({ key: '••••••', region: 'eu=west' });
    expect(out).not.toContain('sk-very-secret');
  });

  test('Ctrl-C cancels: the result says so, and the exit code is 1', async () => {
    // The server never answers: what asks it is stopped as soon as it has asked.
    let child: ChildProcess | null = null;
    const server = createServer(() => child?.kill('SIGINT'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    write('long.yaml', `tasks: [{id: w, type: basic, use: "core:http", with: {url: "http://127.0.0.1:${port}/"}}]`);
    const { code, out } = await signalbox(['run', 'long.yaml'], {
      onStart: (started) => {
        child = started;
      },
    });
    server.closeAllConnections();
    server.close();
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 'cancelled',
      error: { code: 'CANCELLED' },
      tasks: { w: { status: 'cancelled' } },
    });
  });
});

test('--help and --version', async () => {
  expect(await signalbox(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('signalbox run FILE'),
    error: '',
  });
  expect(await signalbox(['run', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--virtual-time') });
  expect((await signalbox(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[], 'Say what to do'],
  [['fly'], '"fly"'],
  [['check'], 'which files'],
  [['run'], 'which file'],
  [['run', 'a', 'b'], 'One file'],
  [['run', 'a', '--sed', '1'], '--sed'],
  [['run', 'a', '--seed', 'x'], '--seed'],
  [['run', 'a', '--env', '=x'], '--env'],
])('wrong usage %j exits 2 and says why', async (args, message) => {
  const ended = await signalbox(args);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.error).toContain(message);
});
