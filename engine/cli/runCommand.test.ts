import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { BAD, Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

test('prints the result, with all tasks in document order, and exits 0', async () => {
  const text = yaml`
    tasks:
      - {id: "2", type: basic, with: {n: 1}, on_success: {next: p}}
      - {id: p, type: parallel, tasks: [{id: "1", type: basic}]}
      - {id: never, type: basic}
  `;
  const ended = await shell.run(['run', shell.write('order.yaml', text), '--virtual-time', '--seed', '7']);
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
  shell.write('echo.yaml', 'tasks: [{id: a, type: basic}]');
  shell.write('input.json', '{"from": "file"}');
  expect(JSON.parse((await shell.runHere(['run', 'echo.yaml', '--input', '{"n": 1}'])).out).output).toEqual({ n: 1 });
  expect(JSON.parse((await shell.runHere(['run', 'echo.yaml', '--input', '@input.json'])).out).output).toEqual({
    from: 'file',
  });
  expect(
    JSON.parse((await shell.run(['run', '-'], { input: 'tasks: [{id: a, type: basic, with: {x: 1}}]' })).out).output,
  ).toEqual({ x: 1 });
});

test('exits 1 when the run fails', async () => {
  shell.write('fail.yaml', 'tasks: [{id: a, type: basic, use: "core:raise", with: {code: MINE, message: no}}]');
  const { code, out } = await shell.runHere(['run', 'fail.yaml', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    status: 'error',
    output: null,
    error: { code: 'MINE', message: 'no' },
    tasks: { a: { status: 'error' } },
  });
});

test('exits 2 with the same JSON when it cannot start', async () => {
  const bad = await shell.runHere(['run', shell.write('bad.yaml', BAD)]);
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
  shell.write('schema.yaml', 'schema: {input: {type: object, required: [n]}}\ntasks: [{id: a, type: basic}]');
  const invalid = await shell.runHere(['run', 'schema.yaml', '--input', '{}']);
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
    ['schema.yaml', '--input', '{"n": 9007199254740993}'],
    ['schema.yaml', '--input', '@missing.json'],
    ['schema.yaml', '--env', 'NOT_SET_ANYWHERE'],
  ]) {
    const ended = await shell.runHere(['run', ...args]);
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.out)).toMatchObject({
      run_id: null,
      status: 'error',
      error: { code: 'CONFIGURATION_ERROR' },
    });
  }
  shell.write('none.yaml', 'agents: []');
  expect((await shell.runHere(['run', 'none.yaml'])).code).toBe(2);
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
  shell.write('made-up.yaml', text);
  const [first, again, other] = await Promise.all(
    ['7', '7', '8'].map((seed) =>
      shell.runHere(['run', 'made-up.yaml', '--simulate', '--virtual-time', '--seed', seed]),
    ),
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
  const { out } = await shell.runHere(['run', shell.write('hangs.yaml', text), '--virtual-time']);
  expect(JSON.parse(out).tasks.a).toMatchObject({ status: 'error', duration: 150, error: { code: 'TIMEOUT_ERROR' } });
  expect(performance.now() - from).toBeGreaterThan(140);
});

test('a variable is read from the environment, and masked where it reaches a credential field', async () => {
  const text = yaml`
    agents: [{id: a, use: core:agent, config: {provider: mock, model: m, api_key: "{{ env.API_KEY }}"}}]
    tasks: [{id: t, type: basic, with: {key: "{{ env.API_KEY }}", region: "{{ env.REGION }}"}}]
  `;
  const { out } = await shell.runHere(
    ['run', shell.write('env.yaml', text), '--env', 'API_KEY', '--env', 'REGION=eu=west'],
    {
      env: { API_KEY: 'sk-very-secret' },
    },
  );
  expect(JSON.parse(out).output).toEqual({ key: '••••••', region: 'eu=west' });
  expect(out).not.toContain('sk-very-secret');
});

test('a secret that a handler passes on as text is refused, and masked in the error', async () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b, with: {token: "{{ env.PASS }}", message: "refused {{ env.PASS }}"}}}
      - {id: b, type: basic, use: "core:raise"}
  `;
  const { code, out } = await shell.runHere(['run', shell.write('raise.yaml', text), '--env', 'PASS=hunter-2-hunter']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    error: { code: 'AUTHORIZATION_ERROR', details: { where: 'input.message' } },
  });
  expect(out).not.toContain('hunter-2-hunter');
});

test('a relative address of core:http has no base here, and the error says what to do', async () => {
  shell.write('relative.yaml', 'tasks: [{id: a, type: basic, use: "core:http", with: {url: data/orders.csv}}]');
  const { code, out } = await shell.runHere(['run', 'relative.yaml']);
  expect(code).toBe(1);
  expect(JSON.parse(out).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/data\/orders\.csv.*base_url/),
  });
});

test('an input file may begin with a byte order mark, and standard input is read only once', async () => {
  shell.write('echo.yaml', 'tasks: [{id: a, type: basic}]');
  shell.write('marked.json', '\uFEFF{"n": 1}');
  expect(JSON.parse((await shell.runHere(['run', 'echo.yaml', '--input', '@marked.json'])).out).output).toEqual({
    n: 1,
  });
  const piped = await shell.runHere(['run', 'echo.yaml', '--input', '@-'], { input: '{"n": 2}' });
  expect(JSON.parse(piped.out).output).toEqual({ n: 2 });
  const both = await shell.runHere(['run', '-', '--input', '@-'], { input: '{}' });
  expect(both).toMatchObject({ code: 2, error: 'Standard input can be the workflow or --input, not both.\n' });
});

test('a pipe that its reader closes ends the program quietly', async () => {
  const text = `tasks: [{id: c, type: collection, config: {items: "{{ range(0, 9000) }}"}, tasks: [{id: k, type: basic}]}]`;
  const ended = await shell.run(['run', shell.write('long-result.yaml', text)], {
    onStart: (child) => child.stdout?.destroy(),
  });
  expect(ended).toMatchObject({ code: 1, error: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s cancels the run, and the exit code is 1', async (signal) => {
  // The server never answers: it stops the program as soon as the request arrives.
  let child: ChildProcess | null = null;
  const server = createServer(() => child?.kill(signal));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  shell.write('long.yaml', `tasks: [{id: w, type: basic, use: "core:http", with: {url: "http://127.0.0.1:${port}/"}}]`);
  const { code, out } = await shell.run(['run', 'long.yaml'], {
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
