import { mkdirSync, readFileSync, rmSync, symlinkSync, watch } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { serveMcp } from '../testing/serving/serveMcp.ts';
import { type Ended, Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

interface Result {
  readonly status: string;
  readonly output: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly warnings: readonly unknown[];
}

async function run(text: string, ...options: readonly string[]): Promise<Result> {
  return read(await shell.runHere(['run', shell.write('flow.yaml', text), ...options]));
}

/** As {@link run}, in a process of its own, which has threads for scripts and closes its connections as it ends. */
async function runProgram(text: string, ...options: readonly string[]): Promise<Result> {
  return read(await shell.run(['run', shell.write('flow.yaml', text), ...options]));
}

function read({ out, error }: Ended): Result {
  if (out === '') throw new Error(error);
  return JSON.parse(out) as Result;
}

const task = (use: string, given: object): string =>
  JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use, with: given }], outputs: { it: '{{ tasks.a.output }}' } });

const FOREVER = yaml`
  tools:
    - id: t
      use: core:javascript
      config: { code: "return [].concat(Array(3e8)).join('ab').length + (() => { for (;;) {} })()", timeout: 10m }
      schema: { input: {}, output: {} }
  tasks: [{ id: a, type: basic, use: tool:t }]
`;

function file(given: object): Promise<Result> {
  return run(task('core:file', given), '--workspace', 'room');
}

function inner(given: object): Promise<Result> {
  return run(task('core:workflow', given), '--workspace', '.');
}

test('scripts run in threads, once for each call, and end with the run', async () => {
  const flow = yaml`
    tools:
      - id: double
        use: core:javascript
        config: { code: "console.log(input.n); return input.n * 2 /* {{ not.a.template }} */" }
        schema: { input: { type: object }, output: {} }
    tasks:
      - id: all
        type: collection
        config: { mode: parallel, items: "{{ range(1, 8) }}" }
        tasks: [{ id: one, type: basic, use: tool:double, with: { n: "{{ item }}" } }]
    outputs: { it: "{{ tasks.all.output }}" }
  `;
  const result = await runProgram(flow);
  expect(result).toMatchObject({ status: 'success' });
  expect(JSON.stringify(result.output)).toContain('[2,4,6,8,10,12,14');
});

/** Whether a file of the shell's folder is `events.jsonl`, and says that a call was requested. */
function isRequestedIn(name: string | null): boolean {
  const file = 'events.jsonl';
  return name === file && readFileSync(path.join(shell.folder, file), 'utf8').includes('effect.requested');
}

test('a script that never ends is stopped: by its timeout, by that of its task, by Ctrl-C', async () => {
  const slow = yaml`
    tools: [{ id: t, use: core:javascript, config: { code: "for (;;) {}", timeout: 300ms }, schema: { input: {}, output: {} } }]
    tasks: [{ id: a, type: basic, use: tool:t }]
  `;
  expect(await runProgram(slow)).toMatchObject({ status: 'error', error: { code: 'TIMEOUT_ERROR' } });
  // Nothing but Ctrl-C ends it while this test lasts.
  shell.write('flow.yaml', FOREVER);
  const { out } = await shell.run(['run', 'flow.yaml', '--events', 'events.jsonl'], {
    // As soon as the script is called.
    onStart: (child) => {
      const watcher = watch(shell.folder, (_, name) => {
        if (!isRequestedIn(name)) return;
        // Once: a second one would end the program without a result.
        watcher.close();
        child.kill('SIGINT');
      });
    },
  });
  expect(JSON.parse(out)).toMatchObject({ status: 'cancelled' });
});

test('what decides what runs, and who may run it, is out of reach of files', async () => {
  const kept = {
    '.git/config': '[core]',
    '.env': 'KEY=1',
    'signalbox.serve.yaml': 'env: []',
    'other.yaml': 'tasks: []',
  };
  for (const [name, text] of Object.entries(kept)) shell.write(`room/${name}`, text);
  symlinkSync('other.yaml', path.join(shell.folder, 'room/named.txt'));
  for (const call of [
    { op: 'write', path: '.git/config', text: '' },
    { op: 'delete', path: 'signalbox.serve.yaml' },
    { op: 'read', path: 'named.txt' },
  ])
    expect((await file(call)).error?.code, `${call.op} ${call.path}`).toBe('AUTHORIZATION_ERROR');
  for (const [name, text] of Object.entries(kept))
    expect(readFileSync(path.join(shell.folder, 'room', name), 'utf8'), name).toBe(text);
  // Nor what keeps the run itself.
  const { error } = await run(task('core:file', { op: 'write', path: 'j.checkpoint', text: '' }), ...KEEPING);
  expect(error?.message).toContain('belongs to the stored state or the variables of runs');
  // Nor what its variables come from.
  const given = ['--env-file', 'room/prod.env', '--env', '@room/more.txt', '--secret', 'KEY@room/key.txt'];
  const sources = { 'prod.env': 'A=1', 'more.txt': 'B=1', 'key.txt': 'a-long-enough-key' };
  for (const [name, text] of Object.entries(sources)) shell.write(`room/${name}`, text);
  for (const [name, text] of Object.entries(sources)) {
    for (const op of ['read', 'write', 'delete']) {
      const refused = await run(task('core:file', { op, path: name, text: '' }), ...given, '--workspace', 'room');
      expect(refused.error?.code, `${op} ${name}`).toBe('AUTHORIZATION_ERROR');
    }
    expect(readFileSync(path.join(shell.folder, 'room', name), 'utf8'), name).toBe(text);
  }
  rmSync(path.join(shell.folder, 'room'), { recursive: true });
});

/** The journal and the state of the run are in its workspace. */
const KEEPING = ['--workspace', 'room', '--journal', 'room/j', '--state', 'room/state', '--force'];

test('files stay in the workspace, links that lead out of it included', async () => {
  mkdirSync(path.join(shell.folder, 'room/deep'), { recursive: true });
  mkdirSync(path.join(shell.folder, 'outside'), { recursive: true });
  shell.write('outside/secret.txt', 'secret');
  shell.write('room/a.txt', 'A');
  symlinkSync(path.join(shell.folder, 'outside'), path.join(shell.folder, 'room/link'));
  symlinkSync(path.join(shell.folder, 'outside/secret.txt'), path.join(shell.folder, 'room/link.txt'));
  symlinkSync(path.join(shell.folder, 'outside/new.txt'), path.join(shell.folder, 'room/dangling.txt'));
  symlinkSync('a.txt', path.join(shell.folder, 'room/inside.txt'));
  expect(await file({ op: 'write', path: 'deep/er/b.txt', text: 'ü' })).toMatchObject({ status: 'success' });
  expect(readFileSync(path.join(shell.folder, 'room/deep/er/b.txt'), 'utf8')).toBe('ü');
  expect(await file({ op: 'read', path: 'inside.txt' })).toMatchObject({ output: { it: { text: 'A' } } });
  expect(await file({ op: 'list', path: '' })).toMatchObject({ output: { it: { paths: ['a.txt', 'deep/er/b.txt'] } } });
  for (const [name, ops] of [
    ['link.txt', ['read', 'write', 'delete']],
    ['link/secret.txt', ['read', 'delete']],
    ['dangling.txt', ['write']],
    ['link/new.txt', ['write']],
  ] as const) {
    for (const op of ops)
      expect(await file({ op, path: name, text: 'x' }), `${op} ${name}`).toMatchObject({
        error: { message: expect.stringContaining('leads out of the workspace') },
      });
  }
  expect(readFileSync(path.join(shell.folder, 'outside/secret.txt'), 'utf8')).toBe('secret');
  expect(await file({ op: 'read', path: 'none.txt' })).toMatchObject({
    error: { message: expect.stringContaining('There is no “none.txt”') },
  });
  shell.write('room/bytes', new Uint8Array([0xff, 0xfe, 0x00]));
  expect(await file({ op: 'read', path: 'bytes' })).toMatchObject({
    error: { message: expect.stringContaining('UTF-8') },
  });
  rmSync(path.join(shell.folder, 'room'), { recursive: true });
  expect((await shell.runHere(['run', 'flow.yaml', '--workspace', 'room'])).error).toContain(
    '--workspace room: there is no such folder',
  );
}, 60_000);

test('values are kept from one run to the next in the state folder', async () => {
  const kv = (given: object): Promise<Result> => run(task('core:kv', given), '--state', 'kept/here');
  expect(await kv({ op: 'get', key: '../x' })).toMatchObject({ output: { it: { value: null } } });
  await kv({ op: 'set', key: '../x', value: { n: 1 } });
  expect(await kv({ op: 'get', key: '../x' })).toMatchObject({ output: { it: { value: { n: 1 } } } });
  expect(await kv({ op: 'list' })).toMatchObject({ output: { it: { keys: ['../x'] } } });
  await kv({ op: 'delete', key: '../x' });
  expect(await kv({ op: 'list' })).toMatchObject({ output: { it: { keys: [] } } });
  expect(await run(task('core:kv', { op: 'list' }))).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
});

test('memories are kept from one run to the next in the state folder, as the sample of a support desk has them', async () => {
  const sample = readFileSync(new URL('../../public/samples/support-desk.yaml', import.meta.url), 'utf8');
  const outputs: unknown[] = [];
  for (let n = 0; n < 2; n += 1) outputs.push((await run(sample, '--state', 'kept/desk')).output);
  expect(outputs).toMatchObject([{ messages_so_far: 2 }, { messages_so_far: 4 }]);
  expect((await run(sample)).output).toMatchObject({ messages_so_far: 2 });
}, 60_000);

test('a workflow runs another one, with what it imports, its waits and its errors; never itself', async () => {
  shell.write('flows/lib.yaml', 'tasks: [{ id: say, type: basic, with: { said: "{{ workflow.input.n }}" } }]');
  shell.write(
    'flows/inner.yaml',
    yaml`
      tasks:
        - { id: pause, type: wait, config: { timeout: 20ms, check_interval: 5ms }, on_timeout: { next: say } }
        - { id: say, import: "./lib.yaml#say" }
      outputs: { n: "{{ tasks.say.output.said + 1 }}" }
    `,
  );
  shell.write(
    'flows/fails.yaml',
    'tasks: [{ id: a, type: basic, use: core:raise, with: { code: OUT_OF_STOCK, message: none } }]',
  );
  shell.write(
    'flows/self.yaml',
    'tasks: [{ id: a, type: basic, use: core:workflow, with: { file: flows/self.yaml } }]',
  );
  shell.write(
    'flows/waits.yaml',
    'tasks: [{ id: a, type: wait, config: { signal: go, timeout: 50ms, check_interval: 10ms } }]',
  );
  expect(await inner({ file: 'flows/inner.yaml', input: { n: 41 } })).toMatchObject({ output: { it: { n: 42 } } });
  expect(await inner({ file: 'flows/fails.yaml' })).toMatchObject({
    error: { code: 'OUT_OF_STOCK', message: expect.stringContaining('“flows/fails.yaml” failed: none') },
  });
  expect(await inner({ file: 'flows/self.yaml' })).toMatchObject({
    error: {
      code: 'CONFIGURATION_ERROR',
      message: expect.stringContaining('flow.yaml → flows/self.yaml → flows/self.yaml'),
    },
  });
  expect(await inner({ file: 'flow.yaml' })).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
  expect(await inner({ file: 'flows/none.yaml' })).toMatchObject({ error: { code: 'REFERENCE_ERROR' } });
  expect(await inner({ file: 'flows/waits.yaml' })).toMatchObject({
    error: { code: 'TIMEOUT_ERROR' },
  });
  for (let n = 1; n <= 9; n += 1)
    shell.write(
      `flows/deep${n}.yaml`,
      `tasks: [{ id: a, type: basic, use: core:workflow, with: { file: flows/deep${n + 1}.yaml } }]`,
    );
  expect(await inner({ file: 'flows/deep1.yaml' })).toMatchObject({ error: { code: 'LIMIT_ERROR' } });
}, 60_000);

test('tools of an MCP server are called with the headers of the command line, which show nowhere', async () => {
  const server = await serveMcp({ authorization: 'Bearer canary-token' });
  try {
    const add = task('mcp:loop/add', { a: 2, b: 3 });
    const given = ['--mcp', `loop=${server.url}`];
    const header = ['--header', 'loop:Authorization=Bearer {{ env.TOKEN }}', '--env', 'TOKEN=canary-token'];
    expect(await runProgram(add, ...given, ...header)).toMatchObject({ output: { it: { sum: 5 } } });
    expect(server.sessions.size).toBe(0);
    expect(await run(add, ...given)).toMatchObject({ error: { code: 'AUTHENTICATION_ERROR' } });
    const echo = task('mcp:loop/greet', { name: 'Bearer canary-token' });
    expect(
      JSON.stringify(await run(echo, ...given, '--header', 'loop:Authorization=Bearer canary-token')),
    ).not.toContain('canary');
    expect((await shell.runHere(['run', 'flow.yaml', '--header', 'loop:A=canary'])).error).toMatch(/no --mcp loop=URL/);
    expect((await shell.runHere(['run', 'flow.yaml', '--mcp', 'loop'])).error).toContain('--mcp takes NAME=URL');
  } finally {
    await server.close();
  }
}, 60_000);
