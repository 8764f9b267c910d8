import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../base/index.ts';
import { UnsupportedError } from '../../service/index.ts';
import type { LocalRunService } from '../../service/local/LocalRunService.ts';
import { ended, start, TestWorkspace, until } from '../../service/local/testing.ts';
import { TokenFile } from './TokenFile.ts';
import { type Answered, ApiUnderTest } from './testing.ts';

const workspace = new TestWorkspace();
let api: ApiUnderTest;
let service: LocalRunService;

const LONG = 'sk-9f8e7d6c5b4a39281706f5e4d3c2b1a0';

/** A secret that nobody guesses, and one that may be. */
const VARIABLES = [
  { name: 'KEY', value: LONG, isSecret: true },
  { name: 'PIN', value: 'tulip', isSecret: true },
];

beforeEach(async () => {
  workspace.write(
    'ask.yaml',
    'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]',
  );
  workspace.write(
    'one.yaml',
    'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text ?? null }}" }',
  );
  service = await workspace.open({
    active: 4,
    variables: VARIABLES,
  });
  api = await ApiUnderTest.start({ service });
});
afterEach(async () => {
  await api.close();
  await workspace.remove();
});

async function waiting(input: JsonObject): Promise<string> {
  const { id } = await start(service, 'ask', input);
  await until(service, id, ({ status }) => status === 'waiting');
  return id;
}

async function one(input: JsonObject): Promise<string> {
  return (await ended(service, (await start(service, 'one', input)).id)).id;
}

const time = (ms: number): string => encodeURIComponent(new Date(ms).toISOString());

const idsOf = ({ body }: Answered): readonly string[] =>
  (body as unknown as { runs: { id: string }[] }).runs.map(({ id }) => id);

test('runs are found by a text in the beginning of their input, whatever its case and whether they have ended', async () => {
  const [ada, bo] = [await one({ text: 'Order of Ada' }), await waiting({ order: { of: 'Bo' } })];
  await one({ text: `${'x'.repeat(600)} Ada` });
  const find = async (query: string): Promise<readonly string[]> => idsOf(await api.get(`/api/runs?${query}`));
  expect(await find('text=aDA')).toEqual([ada]);
  expect(await find('text=%22of%22%3A%22bo')).toEqual([bo]);
  expect(await find('text=ada&workflow=ask')).toEqual([]);
  await api.close();
  await workspace.close();
  service = await workspace.open();
  api = await ApiUnderTest.start({ service });
  expect(await find('text=ada')).toEqual([ada]);
});

test('runs are found by when they were started; what is no time is refused', async () => {
  const id = await one({});
  const at = Date.parse(new Date((await service.get(id))?.queuedAt ?? 0).toISOString());
  expect(idsOf(await api.get(`/api/runs?since=${time(at)}`))).toEqual([id]);
  expect(idsOf(await api.get(`/api/runs?since=${time(at + 1000)}`))).toEqual([]);
  expect(idsOf(await api.get(`/api/runs?until=${time(at)}`))).toEqual([]);
  expect(idsOf(await api.get(`/api/runs?until=${time(at + 1000)}&since=2020-01-01`))).toEqual([id]);
  for (const wrong of ['yesterday', '12', '2026-13-01', '2026-01-01T10:00'])
    expect(await api.get(`/api/runs?since=${wrong}`)).toMatchObject({ status: 400, code: 'BAD_QUERY' });
});

test('many runs are cancelled by a filter, and those that have ended are none of them', async () => {
  const [first, second, other] = [
    await waiting({ of: 'Ada' }),
    await waiting({ of: 'Ada' }),
    await waiting({ of: 'Bo' }),
  ];
  await one({ text: 'Ada' });
  expect((await api.post('/api/runs/cancel', { text: 'ada', limit: 1 })).body).toMatchObject({
    matched: 1,
    done: 1,
    next: expect.any(String),
  });
  await ended(service, second);
  const rest = await api.post('/api/runs/cancel', { text: 'ada' });
  expect(rest.body).toEqual({ matched: 1, done: 1, refused: [], started: [], next: null });
  for (const id of [first, second]) expect((await ended(service, id)).status).toBe('cancelled');
  expect((await service.get(other))?.status).toBe('waiting');
});

test('what cannot be done to one run is said of that one, and is done to the others', async () => {
  const [good, bad] = [await waiting({}), await waiting({})];
  const control = service.control.bind(service);
  service.control = async (id, how) =>
    id === bad ? { ok: false, error: { type: 'busy', message: 'Not now.' } } : control(id, how);
  expect((await api.post('/api/runs/cancel', { workflow: 'ask' })).body).toEqual({
    matched: 2,
    done: 1,
    refused: [{ id: bad, code: 'RUN_BUSY', detail: 'Not now.' }],
    started: [],
    next: null,
  });
  expect((await ended(service, good)).status).toBe('cancelled');
});

test('runs that were cancelled or have failed are started anew with their inputs, once for each', async () => {
  const [first, second] = [await waiting({ n: 1 }), await waiting({ n: 2 })];
  await one({});
  await api.post('/api/runs/cancel', { workflow: 'ask' });
  for (const id of [first, second]) await ended(service, id);
  const done = (await api.post('/api/runs/retry', { status: 'cancelled' })).body as unknown as {
    started: { id: string; retry_of: string }[];
  };
  expect(done).toMatchObject({ matched: 2, done: 2, refused: [] });
  expect(done.started.map(({ retry_of }) => retry_of)).toEqual([second, first]);
  const id = done.started[0]?.id ?? '';
  expect(await service.get(id)).toMatchObject({ workflow: 'ask', trigger: `retry of ${second}` });
  expect(idsOf(await api.get('/api/runs?text=%22n%22:2'))).toEqual([id, second]);
  const again = (await api.post('/api/runs/retry', { status: 'cancelled' })).body;
  expect(again).toMatchObject({ matched: 2, done: 2, started: done.started });
  expect(idsOf(await api.get('/api/runs'))).toHaveLength(5);
});

test('a retry names the token that asked for it', async () => {
  const id = await waiting({});
  await service.control(id, { type: 'cancel' });
  await ended(service, id);
  const tokens = new TokenFile(workspace.state, Date.now);
  const { token } = await tokens.create({ name: 'ci', scope: 'run', expiresAt: null });
  const guarded = await ApiUnderTest.start({ service, tokens });
  guarded.token = token;
  await guarded.post('/api/runs/retry', { status: 'cancelled' });
  const retried = (await service.list({ limit: 1 }))?.runs[0];
  expect(retried?.trigger).toBe(`retry of ${id}, token ci`);
  await guarded.close();
});

test('a run whose input has a secret is not retried, since nothing keeps that', async () => {
  workspace.write(
    'keyed.yaml',
    'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, with: { k: "{{ env.KEY }} {{ env.PIN }}" } }]',
  );
  const { id } = await start(service, 'keyed', { key: LONG, pin: 'tulip' });
  await until(service, id, ({ status }) => status === 'waiting');
  await service.control(id, { type: 'cancel' });
  await ended(service, id);
  const { body } = await api.post('/api/runs/retry', { workflow: 'keyed' });
  expect(body).toMatchObject({
    done: 0,
    refused: [{ id, code: 'RUN_BUSY', detail: expect.stringContaining('secret') }],
  });
  for (const text of [LONG, 'tulip', 'tul']) expect(idsOf(await api.get(`/api/runs?text=${text}`))).toEqual([]);
  expect(idsOf(await api.get('/api/runs?text=pin'))).toEqual([id]);
});

test('a request for many runs says which; what it cannot mean is refused', async () => {
  for (const body of [
    undefined,
    {},
    { status: 'success' },
    { workflows: 'ask' },
    { limit: 0 },
    { since: 'now' },
    { cursor: 'x', limit: 1 },
  ])
    for (const route of ['cancel', 'retry'])
      expect(await api.post(`/api/runs/${route}`, body)).toMatchObject({ status: 422, code: 'INVALID_BODY' });
});

test('a run is removed by a token that may do all, once it has ended', async () => {
  const [done, open] = [await one({}), await waiting({})];
  const tokens = new TokenFile(workspace.state, Date.now);
  const make = async (scope: 'run' | 'admin'): Promise<string> =>
    (await tokens.create({ name: scope, scope, expiresAt: null })).token;
  const [run, admin] = [await make('run'), await make('admin')];
  const guarded = await ApiUnderTest.start({ service, tokens });
  guarded.token = run;
  expect(await guarded.ask('DELETE', `/api/runs/${done}`)).toMatchObject({ status: 403, code: 'SCOPE_NEEDED' });
  guarded.token = admin;
  expect(await guarded.ask('DELETE', `/api/runs/${open}`)).toMatchObject({ status: 409, code: 'RUN_NOT_ENDED' });
  expect(await guarded.ask('DELETE', `/api/runs/${done}`)).toMatchObject({ status: 204, text: '' });
  for (const route of ['', '/events', '/journal'])
    expect(await guarded.get(`/api/runs/${done}${route}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
  expect(await guarded.ask('DELETE', `/api/runs/${done}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
  await guarded.close();
});

test('what runs on a cluster cannot do is said', async () => {
  service.list = () => Promise.reject(new UnsupportedError('No text is looked for.'));
  service.remove = () => Promise.reject(new UnsupportedError('The cluster keeps runs.'));
  expect(await api.get('/api/runs?text=a')).toMatchObject({ status: 501, code: 'NOT_SUPPORTED' });
  expect(await api.post('/api/runs/cancel', { text: 'a' })).toMatchObject({ status: 501, code: 'NOT_SUPPORTED' });
  expect(await api.ask('DELETE', '/api/runs/r1')).toMatchObject({ status: 501, code: 'NOT_SUPPORTED' });
  expect(api.defects).toEqual([]);
});

test('runs are named instead of found: each is cancelled or retried, or said why not', async () => {
  const [first, second, ended] = [await waiting({}), await waiting({}), await one({})];
  const { body } = await api.post('/api/runs/cancel', { ids: [second, ended, 'gone', second] });
  expect(body).toMatchObject({
    matched: 3,
    done: 1,
    refused: [
      { id: ended, code: 'RUN_ENDED' },
      { id: 'gone', code: 'UNKNOWN_RUN' },
    ],
    next: null,
  });
  await expect.poll(async () => (await service.get(second))?.status).toBe('cancelled');
  const retried = (await api.post('/api/runs/retry', { ids: [second, first] })).body;
  expect(retried).toMatchObject({
    done: 1,
    started: [{ retry_of: second }],
    refused: [{ id: first, code: 'RUN_BUSY' }],
  });
  expect(await api.post('/api/runs/cancel', { ids: [first], workflow: 'ask' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('workflow does not apply') },
  });
  expect(await service.get(first)).toMatchObject({ status: 'waiting' });
});
