import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { Shell } from './testing.ts';

let shell: Shell;
let server: Server;
const calls: string[] = [];
let held: (() => void) | null = null;
let onHeld: (() => void) | null = null;

/** A server that counts calls by path, and never answers the first request for `/held`. */
beforeAll(async () => {
  shell = new Shell();
  server = createServer((request, response) => {
    calls.push(request.url ?? '');
    const answer = (): void => void response.end(JSON.stringify({ n: calls.length }));
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/held' || held !== null) answer();
    else {
      held = answer;
      onHeld?.();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
afterAll(() => {
  shell.remove();
  server.close();
});

function url(place: string): string {
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}`;
}

const CHAIN = yaml`
  tasks:
    - {id: a, type: basic, with: {n: "{{ workflow.input.n ?? 1 }}"}, on_success: {next: b}}
    - {id: b, type: basic, with: {n: "{{ tasks.a.output.n + 1 }}"}, on_success: {next: c}}
    - {id: c, type: basic, with: {n: "{{ tasks.b.output.n + 1 }}"}}
`;

function read(name: string): string {
  return readFileSync(path.join(shell.folder, name), 'utf8');
}

describe('a journal', () => {
  test('resumes a killed run: recorded steps never run again, the one in flight runs once more', async () => {
    const file = shell.write(
      'two.yaml',
      yaml`
        tasks:
          - id: first
            type: basic
            use: core:http
            with: {url: "${url('first')}", method: POST}
            on_success: {next: second}
          - id: second
            type: basic
            use: core:http
            with: {url: "${url('held')}", method: POST}
      `,
    );
    await shell.run(['run', file, '--journal', 'run.jsonl'], {
      onStart: (child) => {
        onHeld = () => void child.kill('SIGKILL');
      },
    });
    expect(calls.filter((place) => place === '/held')).toHaveLength(1);
    const resumed = await shell.runHere(['run', '--journal', 'run.jsonl', '--resume']);
    expect(JSON.parse(resumed.out)).toMatchObject({ status: 'success', tasks: { second: { status: 'success' } } });
    expect(resumed.code).toBe(0);
    expect(calls).toEqual(['/first', '/held', '/held']);
    const again = await shell.runHere(['run', '--journal', 'run.jsonl', '--resume']);
    expect(JSON.parse(again.out)).toEqual(JSON.parse(resumed.out));
    expect(calls).toHaveLength(3);
  });

  test('that ends in the middle of a line is read up to there; one that was changed is refused', async () => {
    const file = shell.write('chain.yaml', CHAIN);
    await shell.runHere(['run', file, '--journal', 'torn.jsonl', '--seed', '1', '--virtual-time']);
    const whole = read('torn.jsonl');
    shell.write('torn.jsonl', `${whole}{"proof":{"inp`);
    expect((await shell.runHere(['run', '--journal', 'torn.jsonl', '--resume'])).code).toBe(0);
    shell.write('broken.jsonl', `${whole}nonsense\n`);
    const refused = await shell.runHere(['run', '--journal', 'broken.jsonl', '--resume']);
    expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(/damaged at line 2/) });
    shell.write('other.jsonl', '{}\n');
    expect(await shell.runHere(['run', '--journal', 'other.jsonl', '--resume'])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/not a journal/),
    });
  });

  test('of an engine that behaved differently is not resumed', async () => {
    const file = shell.write(
      'wait.yaml',
      yaml`
        tasks:
          - {id: w, type: wait, config: {timeout: 20ms, check_interval: 5ms}, on_timeout: {next: z}}
          - {id: z, type: basic}
      `,
    );
    await shell.runHere(['run', file, '--journal', 'old.jsonl']);
    shell.write(
      'forged.jsonl',
      // Like a journal of an earlier version, whose lines had no hashes.
      read('old.jsonl')
        .replaceAll(/^\{"hash":"[0-9a-f]*",/gm, '{')
        .replaceAll(/"digest":"[0-9a-f]{16}"/g, '"digest":"0123456789abcdef"'),
    );
    const refused = await shell.runHere(['run', '--journal', 'forged.jsonl', '--resume']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 'REPLAY_MISMATCH' } });
  });

  test('whose workflow text was changed is refused with a message, and nothing of it runs', async () => {
    const file = shell.write(
      'post.yaml',
      `tasks: [{id: a, type: basic, use: "core:http", with: {url: "${url('own')}", method: POST}}]\n`,
    );
    await shell.runHere(['run', file, '--journal', 'sealed.jsonl', '--simulate']);
    const [head = '', next = ''] = read('sealed.jsonl').split('\n');
    const before = calls.length;
    shell.write('edited.jsonl', `${head.replace('/own', '/theirs')}\n${next}\n`);
    const refused = await shell.runHere(['run', '--journal', 'edited.jsonl', '--resume']);
    expect(refused).toMatchObject({
      code: 2,
      error: expect.stringContaining('The workflow text in this journal is not the one the run was started with'),
    });
    shell.write('given.jsonl', `${head.replace('"input":{}', '"input":{"n":1}')}\n${next}\n`);
    expect(await shell.runHere(['run', '--journal', 'given.jsonl', '--resume'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('The start of the run in this journal was changed'),
    });
    expect(calls).toHaveLength(before);
  });

  test('is never overwritten', async () => {
    const file = shell.write('chain.yaml', CHAIN);
    shell.write('mine.jsonl', 'mine\n');
    const refused = await shell.runHere(['run', file, '--journal', 'mine.jsonl']);
    expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(/not written over/) });
    expect(read('mine.jsonl')).toBe('mine\n');
  });
});

describe('--from and --until', () => {
  test('run a part, with the results of an earlier run', async () => {
    const file = shell.write('chain.yaml', CHAIN);
    await shell.runHere(['run', file, '--journal', 'part.jsonl', '--input', '{"n": 10}']);
    const from = await shell.runHere(['run', file, '--from', 'c', '--reuse', 'part.jsonl']);
    expect(JSON.parse(from.out)).toMatchObject({ status: 'success', output: { n: 12 } });
    const until = await shell.runHere(['run', file, '--until', 'b']);
    expect(JSON.parse(until.out)).toMatchObject({ output: { n: 2 }, tasks: { c: { status: 'skipped' } } });
    const only = await shell.runHere(['run', file, '--from', 'b', '--until', 'b', '--reuse', 'part.jsonl']);
    expect(JSON.parse(only.out)).toMatchObject({ output: { n: 11 } });
  });

  test('name tasks of the file', async () => {
    const file = shell.write('chain.yaml', CHAIN);
    const refused = await shell.runHere(['run', file, '--from', 'nowhere']);
    expect(JSON.parse(refused.out)).toMatchObject({ status: 'error', error: { code: 'REFERENCE_ERROR' } });
    expect(refused.code).toBe(2);
    const inside = shell.write('inside.yaml', 'tasks: [{id: p, type: parallel, tasks: [{id: q, type: basic}]}]\n');
    expect(await shell.runHere(['run', inside, '--from', 'q'])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^--from q: this task is inside a container/),
    });
    expect(await shell.runHere(['run', inside, '--from', 'q', '--until', 'q'])).toMatchObject({ code: 0 });
  });
});

test('--events writes what happens as JSON lines, secrets masked', async () => {
  const file = shell.write('chain.yaml', CHAIN);
  await shell.runHere(['run', file, '--events', 'events.jsonl']);
  const events = read('events.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events[0]).toMatchObject({ type: 'run.started' });
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
  const unwritable = await shell.runHere(['run', file, '--events', 'no/such/folder.jsonl']);
  expect(unwritable).toMatchObject({
    code: 2,
    error: '--events no/such/folder.jsonl: The folder of this file does not exist.\n',
  });
});

test('--signal is refused where it does not fit what is waited for, and nothing runs', async () => {
  const file = shell.write(
    'approval.yaml',
    yaml`
      tasks:
        - id: ask
          type: wait
          config: {signal: ok, signal_schema: {type: boolean}, timeout: 5s, check_interval: 1s}
    `,
  );
  const refused = await shell.runHere(['run', file, '--signal', 'ok="yes"', '--journal', 'approval.jsonl']);
  expect(refused).toMatchObject({
    code: 2,
    error: expect.stringContaining(
      '--signal: What came with the signal "ok" does not fit its schema: must be true or false, not text "yes"',
    ),
  });
  expect(existsSync(path.join(shell.folder, 'approval.jsonl'))).toBe(false);
  expect(await shell.runHere(['run', file, '--signal', 'ok=true'])).toMatchObject({ code: 0 });
}, 60_000);

test('a run inside that does not take a signal is said, and goes on without it', async () => {
  shell.write(
    'inner-wait.yaml',
    yaml`
      tasks:
        - id: ask
          type: wait
          config: {signal: ok, signal_schema: {type: boolean}, timeout: 1s, check_interval: 1s}
          on_timeout: {next: late}
        - {id: late, type: basic}
    `,
  );
  const file = shell.write(
    'outer-wait.yaml',
    yaml`
      tasks: [{id: inner, type: basic, use: core:workflow, with: {file: inner-wait.yaml}}]
    `,
  );
  const ended = await shell.runHere(['run', file, '--workspace', '.', '--signal', 'ok=7']);
  expect(ended).toMatchObject({
    code: 0,
    error: expect.stringContaining('inner-wait.yaml: The signal was not sent here. What came with the signal "ok"'),
  });
}, 60_000);

test('--signal is received by the wait for it, and --thread is in the input', async () => {
  const file = shell.write(
    'signal.yaml',
    yaml`
      tasks:
        - id: approval
          type: wait
          config: {signal: approve, timeout: 5s, check_interval: 1s}
          on_success: {next: done, with: {by: "{{ output.value.by }}", thread: "{{ workflow.input.thread_id }}"}}
        - {id: done, type: basic}
    `,
  );
  const ended = await shell.runHere(['run', file, '--signal', 'approve={"by": "Ada"}', '--thread', 't1']);
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'success', output: { by: 'Ada', thread: 't1' } });
});

test('--env-file gives variables, and --env overrides them', async () => {
  const file = shell.write(
    'env.yaml',
    'tasks:\n  - {id: a, type: basic, with: {a: "{{ env.A }}", b: "{{ env.B }}"}}\n',
  );
  shell.write('vars.env', '# names\nA=from file\nB="quoted # text"\n');
  const ended = await shell.runHere(['run', file, '--env-file', 'vars.env', '--env', 'A=from shell']);
  expect(JSON.parse(ended.out)).toMatchObject({ output: { a: 'from shell', b: 'quoted # text' } });
  // Node 20 looks for a file of that option itself, and ends before the program begins.
  const missing = await shell.run(['run', file, '--env-file', 'none.env']);
  expect(missing).toMatchObject({ out: '', error: expect.stringMatching(/none\.env/) });
  expect(missing.code).not.toBe(0);
});

test.each([
  [['run', '--resume'], /name that file/],
  [['run', '--watch'], /name that file/],
  [['run', '--watch', '--journal', 'j', '--resume'], /--watch and --resume cannot be given together/],
  [['run', 'f', '--resume', '--journal', 'j', '--seed', '1'], /fixed/],
  [['run', 'f', '--reuse', 'j'], /--from or --until/],
  [['run', 'f', '--signal', '=1'], /NAME or NAME=JSON/],
  [['run', 'f', '--signal', 'a=yes'], /not JSON/],
])('options that do not fit together are refused: %s', async (args, message) => {
  expect(await shell.runHere(args)).toMatchObject({ code: 2, error: expect.stringMatching(message) });
});
