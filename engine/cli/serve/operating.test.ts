import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TokenFile } from '../../server/index.ts';
import { runInProcess } from '../testing.ts';

/** What nothing that a server tells may have. */
const CANARIES = { input: 'canary-input-4711', secret: 'canary-secret-0815', payload: 'canary-payload-2342' };

const ASKS = JSON.stringify({
  tasks: [{ id: 'ask', type: 'wait', config: { signal: 'go', timeout: '1h', check_interval: '1h' } }],
  outputs: { got: '{{ tasks.ask.output }}', given: '{{ workflow.input }}' },
});

const FAILS = JSON.stringify({
  tasks: [
    {
      id: 'fail',
      type: 'basic',
      use: 'core:raise',
      with: { code: '{{ workflow.input.text }}', message: 'It was {{ workflow.input.text }}' },
    },
  ],
});

const CONFIG = `secrets: { KEY: {} }
webhooks:
  shop: { path: shop, workflow: asks, token: { secret: HOOK } }
`;

/** `signalbox serve` in this process, with what it has logged, and its signals. */
class Served {
  readonly #stop = new AbortController();
  readonly #ended: Promise<{ readonly code: number | null; readonly error: string }>;
  #log = '';
  #onLog: () => void = () => undefined;
  hangUp: () => void = () => undefined;

  constructor(args: readonly string[] = []) {
    this.#ended = runInProcess(['serve', 'flows', '--port', '0', ...args], {
      folder,
      env: { KEY: CANARIES.secret, HOOK: 'hook-secret', OTHER: 'other' },
      signal: this.#stop.signal,
      onHangup: (listener) => {
        this.hangUp = listener;
        return () => undefined;
      },
      writeError: (text) => {
        this.#log += text;
        this.#onLog();
      },
    });
  }

  get log(): string {
    return this.#log;
  }

  get entries(): readonly { readonly event: string; readonly message: string; readonly code?: string }[] {
    return this.#log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  async until(event: string, count = 1): Promise<void> {
    while (this.#log.split(`"event":"${event}"`).length <= count)
      await new Promise<void>((resolve) => (this.#onLog = resolve));
  }

  async address(): Promise<string> {
    await this.until('served');
    return / is served at (http:\S+)\."/.exec(this.#log)?.[1] ?? '';
  }

  async ask(
    place: string,
    body: object | null,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const sent = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch((await this.address()) + place, { ...sent, headers: own });
  }

  async stop(): Promise<number | null> {
    this.#stop.abort();
    return (await this.#ended).code;
  }
}

let folder: string;
let served: Served;
let tokens: TokenFile;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-operating-'));
  mkdirSync(path.join(folder, 'flows'));
  write('asks.yaml', ASKS);
  write('fails.yaml', FAILS);
  tokens = new TokenFile(path.join(folder, 'flows/.signalbox'));
  server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => served.stop());
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.close();
});

const write = (name: string, text: string): void => writeFileSync(path.join(folder, 'flows', name), text);

const make = async (scope: 'read' | 'run' | 'admin', name: string): Promise<string> =>
  (await tokens.create({ name, scope, expiresAt: null })).token;

const audit = (): string => readFileSync(path.join(folder, 'flows/.signalbox/audit.jsonl'), 'utf8');

test('the log says what happens, and audit.jsonl who did it; neither has a value', async () => {
  write('signalbox.serve.yaml', CONFIG);
  const [ci, boss] = [await make('run', 'ci'), await make('admin', 'the boss')];
  served = new Served();
  const { input, payload, secret } = CANARIES;
  const started = await served.ask('/api/workflows/asks/runs', { input: { text: input } }, ci);
  const { id } = (await started.json()) as { readonly id: string };
  const failed = await served.ask('/api/workflows/fails/runs?wait=30s', { input: { text: input } }, ci);
  const failure = (await failed.json()) as { readonly id: string; readonly error: object };
  expect(failure.error).toMatchObject({ code: input });
  await served.until('run.failed');
  await served.ask('/hooks/shop', { text: input }, 'wrong');
  await served.ask('/hooks/shop', { text: input }, 'wrong');
  const hooked = await served.ask('/hooks/shop', { text: input }, 'hook-secret');
  const other = ((await hooked.json()) as { readonly id: string }).id;
  expect((await served.ask('/api/runs', null, 'sbx_0123456789ab_wrong')).status).toBe(401);
  expect((await served.ask(`/api/runs/${id}/signals/go`, { text: payload }, ci)).status).toBe(202);
  expect((await served.ask(`/api/runs/${other}/cancel`, {}, boss)).status).toBe(202);
  await served.until('run.ended', 2);
  expect(await (await served.ask(`/api/runs/${id}`, null, ci)).json()).toMatchObject({ trigger: 'token ci' });
  const kept = (await (await served.ask('/api/audit?limit=2', null, boss)).json()) as {
    readonly entries: object[];
    readonly next: string;
  };
  expect(kept.entries).toMatchObject([
    { action: 'cancelled', by: 'token the boss', run: other, workflow: 'asks' },
    { action: 'signalled', by: 'token ci', run: id, signal: 'go' },
  ]);
  const rest = await (await served.ask(`/api/audit?cursor=${kept.next}`, null, boss)).json();
  expect(rest).toMatchObject({
    entries: [
      { action: 'started', by: 'webhook shop', token: null, run: other },
      { action: 'started', by: 'token ci', run: failure.id },
      { action: 'started', by: 'token ci', token: ci.slice(4, 16), run: id },
    ],
    next: null,
  });
  expect((await served.ask('/api/audit', null, ci)).status).toBe(403);
  expect(await served.stop()).toBe(0);
  const events = served.entries.map(({ event }) => event);
  expect(events.filter((event) => event === 'webhook.refused')).toHaveLength(1);
  for (const event of ['run.started', 'run.failed', 'request.refused', 'draining', 'ended'])
    expect(events).toContain(event);
  for (const text of [served.log, audit()])
    for (const canary of [input, payload, secret, ci, boss, 'hook-secret', 'wrong']) expect(text).not.toContain(canary);
});

test('at a terminal the log is text, and --log says which it is', async () => {
  write('signalbox.serve.yaml', '');
  served = new Served(['--log', 'text']);
  while (!served.log.includes('is served at')) await new Promise((resolve) => setImmediate(resolve));
  expect(served.log).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}\S+ is served at http:\S+\n$/);
  expect(await runInProcess(['serve', 'flows', '--log', 'xml'], { folder })).toMatchObject({
    code: 2,
    error: expect.stringMatching(/^--log takes text or json, not "xml"\./),
  });
});

test('SIGHUP takes a configuration as a whole, or refuses it as a whole and keeps the one before', async () => {
  write('signalbox.serve.yaml', CONFIG);
  const boss = await make('admin', 'operator');
  served = new Served();
  await served.address();
  const triggers = async (): Promise<object> =>
    (await (await served.ask('/api/triggers', null, boss)).json()) as object;
  write('signalbox.serve.yaml', 'webhooks:\n  other: { path: other, workflow: asks, token: { secret: UNSET } }\n');
  served.hangUp();
  await served.until('config.refused');
  expect(served.entries.at(-1)?.message).toContain('webhooks.other.token.secret is UNSET');
  write('signalbox.serve.yaml', 'webhook: {}\n');
  served.hangUp();
  await served.until('config.refused', 2);
  expect(served.entries.at(-1)?.message).toContain('signalbox.serve.yaml:1:1 webhook');
  expect(await triggers()).toMatchObject({ webhooks: [{ name: 'shop' }], schedules: [] });
  const schedules = 'schedules:\n  nightly: { cron: "0 3 * * *", workflow: asks }\n';
  write('signalbox.serve.yaml', `queue: 0\nactive: 1\n${schedules}${CONFIG.replaceAll('shop', 'store')}`);
  served.hangUp();
  await served.until('config.changed');
  expect(await triggers()).toMatchObject({ webhooks: [{ name: 'store' }], schedules: [{ name: 'nightly' }] });
  expect((await served.ask('/hooks/shop', {}, 'hook-secret')).status).toBe(404);
  expect((await served.ask('/hooks/store', {}, 'hook-secret')).status).toBe(202);
  expect(audit()).toContain('"action":"changed","by":"SIGHUP"');
});

test('what calls may reach, and which workflows share files, change with a reload, also for a run that had begun', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tasks = [
    {
      id: 'go',
      type: 'wait',
      config: { signal: 'go', timeout: '1h', check_interval: '1h' },
      on_success: { next: 'call' },
    },
    { id: 'call', type: 'basic', use: 'core:http', with: { url: origin } },
  ];
  write('walks.yaml', JSON.stringify({ tasks }));
  for (const op of ['write', 'read']) {
    const note = { op, path: 'note.txt', ...(op === 'write' ? { text: 'kept' } : {}) };
    write(`${op}s.yaml`, JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use: 'core:file', with: note }] }));
  }
  write('signalbox.serve.yaml', 'reach: { allow: [127.0.0.1] }\n');
  const ci = await make('run', 'reaches');
  served = new Served();
  const run = async (
    workflow: string,
    query = '?wait=30s',
  ): Promise<{ readonly id: string; readonly status: string }> =>
    (await (await served.ask(`/api/workflows/${workflow}/runs${query}`, {}, ci)).json()) as never;
  const begun = [await run('walks', ''), await run('walks', '')];
  const goOn = async (index: number): Promise<unknown> => {
    const place = `/api/runs/${begun[index]?.id}`;
    await served.ask(`${place}/signals/go`, {}, ci);
    const shown = async () => (await (await served.ask(place, null, ci)).json()) as { readonly status: string };
    await expect.poll(async () => (await shown()).status, { interval: 5, timeout: 10_000 }).toMatch(/success|error/);
    return shown();
  };
  expect(await goOn(0)).toMatchObject({ status: 'success' });
  expect([(await run('writes')).status, (await run('reads')).status]).toEqual(['success', 'error']);
  write('signalbox.serve.yaml', 'files: { writes: notes, reads: notes }\n');
  served.hangUp();
  await served.until('config.changed');
  expect(served.entries.at(-1)?.message).toBe('signalbox.serve.yaml was reloaded and is in force.');
  expect(await goOn(1)).toMatchObject({ status: 'error', error: { code: 'AUTHORIZATION_ERROR' } });
  expect([(await run('writes')).status, (await run('reads')).status]).toEqual(['success', 'success']);
});

test('a run that was paused for a missing variable goes on once the configuration has it', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = { url: origin, headers: { 'X-Api-Key': '{{ env.OTHER }}' } };
  write('calls.yaml', JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use: 'core:http', with: call }] }));
  const reach = 'reach: { allow: [127.0.0.1] }\n';
  write('signalbox.serve.yaml', reach);
  const ci = await make('run', 'later');
  served = new Served();
  const started = await served.ask('/api/workflows/calls/runs', {}, ci);
  const { id } = (await started.json()) as { readonly id: string };
  const status = async (): Promise<unknown> =>
    ((await (await served.ask(`/api/runs/${id}`, null, ci)).json()) as { readonly status: string }).status;
  await expect.poll(status, { interval: 5, timeout: 10_000 }).toBe('paused');
  await served.until('run.stopped');
  write('signalbox.serve.yaml', `${reach}secrets: { OTHER: { allow: ["${origin}"] } }\n`);
  // The file itself is looked at, too.
  await served.until('config.changed');
  await expect.poll(status, { interval: 5, timeout: 10_000 }).toBe('success');
});

test('secrets come from files and programs, and are read again on SIGHUP and when a file changes', async () => {
  writeFileSync(path.join(folder, 'key'), 'first value 1\n');
  const print = JSON.stringify([process.execPath, '-p', '"printed " + process.env.OTHER']);
  write('signalbox.serve.yaml', `secrets: { FILED: { file: ../key }, PRINTED: { command: ${print} } }`);
  write('shows.yaml', 'tasks: [{ id: a, type: basic }]\noutputs: { is: "{{ env.FILED }} {{ env.PRINTED }}" }\n');
  const token = await make('run', 'ci');
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    const answer = await served.ask('/api/workflows/shows/runs?wait=30s', {}, token);
    seen.add(JSON.stringify(((await answer.json()) as { readonly output: object }).output));
  };
  served = new Served();
  await look();
  writeFileSync(path.join(folder, 'key'), '');
  served.hangUp();
  await served.until('config.refused');
  expect(served.log).toContain('secrets.FILED: the value is empty.');
  await look();
  writeFileSync(path.join(folder, 'key'), 'second value 2\n');
  served.hangUp();
  await served.until('config.changed');
  await look();
  // As an orchestrator mounts another version.
  writeFileSync(path.join(folder, 'key.new'), 'third value 3\n');
  renameSync(path.join(folder, 'key.new'), path.join(folder, 'key'));
  await served.until('config.changed', 2);
  await look();
  // Masked wherever they show.
  expect([...seen].join()).not.toMatch(/value|printed/);
  expect(served.log).not.toMatch(/first value|second value|printed other/);
});

test('a webhook takes its secrets from files and programs, and a changed file is in force with a reload', async () => {
  writeFileSync(path.join(folder, 'new'), 'first-key-1\n');
  const print = JSON.stringify([process.execPath, '-p', '"printed-" + process.env.OTHER']);
  const secrets = `[{ file: ../new }, { command: ${print} }]`;
  write('signalbox.serve.yaml', `webhooks: { shop: { path: shop, workflow: asks, token: { secret: ${secrets} } } }\n`);
  await make('run', 'ci');
  served = new Served();
  const send = async (key: string): Promise<number> => (await served.ask('/hooks/shop', {}, key)).status;
  expect([await send('first-key-1'), await send('printed-other'), await send('other')]).toEqual([202, 202, 401]);
  rmSync(path.join(folder, 'new'));
  served.hangUp();
  await served.until('config.refused');
  expect(served.log).toContain('webhooks.shop.token.secret.0: there is no file ../new.');
  expect(await send('first-key-1')).toBe(202);
  writeFileSync(path.join(folder, 'new'), 'second-key-2\n');
  // The file itself is watched.
  await served.until('config.changed');
  expect([await send('first-key-1'), await send('second-key-2')]).toEqual([401, 202]);
  expect(served.log).not.toMatch(/first-key|second-key|printed-/);
});

test('a secret that is read from an open descriptor is the same after SIGHUP', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sent: unknown[] = [];
  server.on('request', ({ headers }) => void sent.push(headers['x-key']));
  writeFileSync(path.join(folder, 'key'), 'of a descriptor');
  const descriptor = openSync(path.join(folder, 'key'), 'r');
  write('signalbox.serve.yaml', 'reach: { allow: [127.0.0.1] }\n');
  const call = { url: origin, headers: { 'x-key': '{{ env.KEY }}' } };
  write('sends.yaml', JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use: 'core:http', with: call }] }));
  const token = await make('run', 'ci');
  served = new Served(['--secret', `KEY@fd:${descriptor}`, '--allow', `KEY=${origin}`]);
  for (const count of [1, 2]) {
    await served.ask('/api/workflows/sends/runs?wait=30s', {}, token);
    expect(sent).toEqual(Array.from({ length: count }, () => 'of a descriptor'));
    served.hangUp();
    await served.until('config.changed', count);
  }
  closeSync(descriptor);
});
