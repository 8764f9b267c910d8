import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { main } from './main.ts';
import { type Ended, Shell } from './testing.ts';

let shell: Shell;
let server: Server;
/** The paths of all requests, with their idempotency keys. */
let calls: { readonly path: string; readonly key: string | null }[] = [];
let onHeld: (() => void) | null = null;

/** A server that counts calls, and never answers the first one to a path. */
beforeAll(async () => {
  shell = new Shell();
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    const key = headers['idempotency-key'];
    const isFirst = !calls.some((call) => call.path === url);
    calls.push({ path: url, key: typeof key === 'string' ? key : null });
    if (isFirst && url.startsWith('/held')) onHeld?.();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ n: calls.length }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  shell.remove();
  server.closeAllConnections();
  server.close();
});

function url(place: string): string {
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}`;
}

function posting(place: string, config = 'idempotency_key: false'): string {
  return yaml`
    tools: [{ id: api, use: core:http, config: { ${config} }, schema: { input: { type: object }, output: { type: object } } }]
    tasks:
      - id: send
        type: basic
        use: tool:api
        with: { url: "${url(place)}", method: POST }
        retry: { attempts: 3, backoff: fixed, interval: 1ms }
    outputs: { n: "{{ tasks.send.output.body.n }}" }
  `;
}

/** Starts a run, and kills its process once the server has so many calls that it does not answer. */
async function kill(text: string, journal: string, { options = [], held = 1 }: KillOptions = {}): Promise<void> {
  const file = shell.write(`${journal}.yaml`, text);
  let left = held;
  await shell.run(['run', file, '--journal', journal, ...options], {
    onStart: (child) => {
      onHeld = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
    },
  });
}

interface KillOptions {
  readonly options?: readonly string[];
  readonly held?: number;
}

function resume(journal: string, ...options: readonly string[]): Promise<Ended> {
  return shell.runHere(['run', '--journal', journal, '--resume', ...options]);
}

function inputsOf(journal: string): readonly { readonly type: string }[] {
  const lines = readFileSync(path.join(shell.folder, journal), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { inputs = [] } = JSON.parse(line) as { readonly inputs?: readonly { readonly type: string }[] };
    return inputs;
  });
}

test('without a terminal, a call that may have arrived leaves the run paused, and the message says how to go on', async () => {
  await kill(posting('held-asked'), 'asked');
  for (const options of [[], ['--repeat', 'ask']]) {
    const ended = await resume('asked', ...options);
    expect(ended.code).toBe(1);
    const { status, error } = JSON.parse(ended.out);
    expect(status).toBe('paused');
    expect(error.details).toMatchObject({
      type: 'effect.unknown',
      reason: 'undecided',
      calls: [{ task: 'send', call: `POST ${url('held-asked')}`, sent_at: expect.stringMatching(/^\d{4}-/) }],
    });
    expect(ended.error).toContain(`POST ${url('held-asked')} (task send, made at `);
    expect(ended.error).toContain('signalbox run --journal asked --resume --repeat yes ');
    expect(ended.error).toContain('signalbox run --journal asked --resume --repeat no ');
  }
  expect(calls).toHaveLength(1);
  const decided = await resume('asked', '--repeat', 'yes');
  expect(decided).toMatchObject({ code: 0 });
  expect(JSON.parse(decided.out)).toMatchObject({ status: 'success', output: { n: 2 } });
  expect(calls).toHaveLength(2);
}, 60_000);

test('--repeat yes makes it again at once, and the journal says why', async () => {
  await kill(posting('held-yes'), 'yes');
  const ended = await resume('yes', '--repeat', 'yes');
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'success' });
  expect(calls).toHaveLength(2);
  expect(inputsOf('yes')).toMatchObject([
    { type: 'effect.started' },
    { type: 'run.interrupted', cause: 'lost' },
    { type: 'effect.repeated', by: 'policy' },
    { type: 'effect.completed' },
  ]);
}, 60_000);

test('--repeat no fails it without a retry, and says when it was made', async () => {
  await kill(posting('held-no'), 'no');
  const ended = await resume('no', '--repeat', 'no');
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.out)).toMatchObject({
    status: 'error',
    error: {
      code: 'EXECUTION_ERROR',
      details: { type: 'effect.unknown', reason: 'interrupted', sent_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
    tasks: { send: { retry_count: 0 } },
  });
  expect(calls).toHaveLength(1);
}, 60_000);

test('a call whose idempotency key reaches the other side is made again under it, unless the word is no', async () => {
  await kill(posting('held-key', 'idempotency_key: true'), 'key');
  expect(JSON.parse((await resume('key')).out)).toMatchObject({ status: 'success' });
  expect(calls).toHaveLength(2);
  expect(calls[0]?.key).toBe(calls[1]?.key);
  expect(inputsOf('key')).toMatchObject([{}, {}, { type: 'effect.repeated', by: 'key' }, {}]);
  await kill(posting('held-key-no', 'idempotency_key: true'), 'key-no');
  expect(JSON.parse((await resume('key-no', '--repeat', 'no')).out)).toMatchObject({ status: 'error' });
  expect(calls.filter((call) => call.path === '/held-key-no')).toHaveLength(1);
}, 60_000);

test.each([
  ['yes', 'no', { status: 'success' }, 2],
  ['no', 'yes', { status: 'error' }, 1],
  ['ask', 'yes', { status: 'paused' }, 1],
])(
  'config.repeat: %s of a tool goes before --repeat %s',
  async (word, option, result, count) => {
    const name = `held-own-${word}`;
    await kill(posting(name, `idempotency_key: false, repeat: ${word}`), name);
    expect(JSON.parse((await resume(name, '--repeat', option)).out)).toMatchObject(result);
    expect(calls).toHaveLength(count);
  },
  60_000,
);

test('calls of workflows inside of a run are asked about as well, and all of them are named', async () => {
  shell.write('inside.yaml', posting('held-inside'));
  const outer = yaml`
    tools: [{ id: api, use: core:http, config: { idempotency_key: false }, schema: { input: { type: object }, output: { type: object } } }]
    tasks:
      - id: both
        type: parallel
        tasks:
          - { id: own, type: basic, use: tool:api, with: { url: "${url('held-outside')}", method: POST } }
          - { id: below, type: basic, use: core:workflow, with: { file: inside.yaml } }
  `;
  const options = ['--workspace', '.'];
  await kill(outer, 'family', { options, held: 2 });
  const asked = await resume('family', ...options);
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.out)).toMatchObject({ status: 'paused' });
  const { calls: named } = JSON.parse(asked.out).error.details;
  expect(named.map(({ task }: { readonly task: string }) => task).sort()).toEqual(['own', 'send']);
  expect(calls).toHaveLength(2);
  const decided = await resume('family', ...options, '--repeat', 'yes');
  expect(JSON.parse(decided.out)).toMatchObject({ status: 'success', output: { below: { n: expect.any(Number) } } });
  expect(calls.map((call) => call.path).sort()).toEqual([
    '/held-inside',
    '/held-inside',
    '/held-outside',
    '/held-outside',
  ]);
}, 60_000);

/** Resumes a run in this process, with a person at the terminal who gives these answers. */
async function resumeAsked(journal: string, answers: readonly (string | null)[]) {
  const left = [...answers];
  let [out, shown] = ['', ''];
  const code = await main(['run', '--journal', journal, '--resume'], {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      shown += text;
    },
    readInput: () => Promise.reject(new Error('Nothing is read.')),
    env: {},
    folder: shell.folder,
    isOutTerminal: false,
    isErrorTerminal: true,
    signal: new AbortController().signal,
    askLine: () => Promise.resolve(left.shift() ?? null),
  });
  return { code, shown, left, result: JSON.parse(out) };
}

test('a person at the terminal is asked about each call, and answers one by one or for all', async () => {
  const text = yaml`
    tools: [{ id: api, use: core:http, config: { idempotency_key: false }, schema: { input: { type: object }, output: { type: object } } }]
    tasks:
      - id: all
        type: parallel
        config: { fail_fast: false }
        tasks:
          - { id: one, type: basic, use: tool:api, with: { url: "${url('held-1')}", method: POST } }
          - { id: two, type: basic, use: tool:api, with: { url: "${url('held-2')}", method: POST } }
          - { id: three, type: basic, use: tool:api, with: { url: "${url('held-3')}", method: POST } }
  `;
  await kill(text, 'person', { held: 3 });
  const open = await resumeAsked('person', ['perhaps', 'q']);
  expect(open).toMatchObject({ code: 1, result: { status: 'paused', error: { details: { reason: 'undecided' } } } });
  expect(open.shown).toContain(`POST ${url('held-1')} (task one, made at `);
  expect(open.result.error.details.calls).toHaveLength(3);
  expect(calls).toHaveLength(3);
  const { result, left } = await resumeAsked('person', ['n', 'a', 'never asked']);
  expect(left).toEqual(['never asked']);
  expect(
    calls
      .map((call) => call.path)
      .slice(3)
      .sort(),
  ).toEqual(['/held-2', '/held-3']);
  const { one, two, three } = result.tasks;
  expect(one).toMatchObject({ status: 'error', error: { details: { type: 'effect.unknown' } } });
  expect([two.status, three.status]).toEqual(['success', 'success']);
}, 60_000);

test('what changes nothing is made again without a question', async () => {
  const text = yaml`tasks: [{ id: read, type: basic, use: core:http, with: { url: "${url('held-read')}" } }]`;
  await kill(text, 'read');
  expect(JSON.parse((await resume('read')).out)).toMatchObject({ status: 'success' });
  expect(inputsOf('read')).toMatchObject([{ type: 'run.interrupted' }, { type: 'effect.repeated', by: 'safe' }, {}]);
}, 60_000);

test('--repeat needs --resume and one of its words', async () => {
  const file = shell.write('plain.yaml', posting('plain'));
  const [early, wrong] = await Promise.all([
    shell.runHere(['run', file, '--repeat', 'no']),
    shell.runHere(['run', '--journal', 'x', '--resume', '--repeat', 'maybe']),
  ]);
  expect(early).toMatchObject({ code: 2, error: expect.stringContaining('--repeat needs --resume') });
  expect(wrong).toMatchObject({
    code: 2,
    error: expect.stringContaining('--repeat takes ask, yes or no, not "maybe"'),
  });
});
