import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setUp, start } from '../../service/local/testing.ts';
import { TokenFile } from './TokenFile.ts';
import { ApiUnderTest } from './testing.ts';

const { workspace, server } = setUp();

const KEEP = {
  runs: 100,
  days: null,
  bytes: 2_000_000,
  archive: '/elsewhere/old-runs',
  rules: [{ workflow: 'reports/*', status: 'error', runs: null, days: 365 }],
} as const;

/** A workflow with one call to a path that is held. */
function writeCall(name: string): void {
  const tool = {
    id: 'api',
    use: 'core:http',
    config: { idempotency_key: false },
    schema: { input: { type: 'object' }, output: { type: 'object' } },
  };
  const call = { url: `${server.url('held')}-${name}`, method: 'POST' };
  workspace.write(
    `reports/${name}.yaml`,
    JSON.stringify({ tools: [tool], tasks: [{ id: 'call', type: 'basic', use: 'tool:api', with: call }] }),
  );
}

test('says what is active, queued, waiting, paused and refused, by workflow and by rule, and what is kept', async () => {
  for (const name of ['a', 'b']) writeCall(name);
  workspace.write(
    'ask.yaml',
    'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]',
  );
  const rule = { workflow: 'reports/*', active: 1, queue: 2, size: 5_000_000 };
  const service = await workspace.open({ active: 8, queue: 50, limits: [rule], keep: KEEP, restAfter: 60_000 });
  const api = await ApiUnderTest.start({ service });
  onTestFinished(() => api.close());
  await start(service, 'reports/a', {});
  for (const name of ['reports/b', 'reports/b']) await start(service, name, {});
  for (const status of [429, 429])
    expect(await api.post('/api/workflows/reports%2Fa/runs', {})).toMatchObject({ status });
  await start(service, 'ask', {});
  const held = await start(service, 'ask', {});
  await service.control(held.id, { type: 'pause' });
  const none = { active: 0, queued: 0, waiting: 0, paused: 0, refused: 0 };
  await expect
    .poll(async () => (await api.get('/api/server')).body)
    .toMatchObject({ load: { workflows: [{ workflow: 'ask', waiting: 1, paused: 1 }, {}, {}] } });
  const { body } = await api.get('/api/server');
  expect(body).toEqual({
    access: { scope: 'admin', workflows: null, rate: null },
    load: {
      most_active: 8,
      most_queued: 50,
      active: 1,
      queued: 2,
      workflows: [
        { ...none, workflow: 'ask', waiting: 1, paused: 1 },
        { ...none, workflow: 'reports/a', active: 1, refused: 2 },
        { ...none, workflow: 'reports/b', queued: 2 },
      ],
      rules: [{ workflow: 'reports/*', most_active: 1, most_queued: 2, size: 5_000_000, active: 1, queued: 2 }],
      rates: [],
      keep: {
        runs: 100,
        days: null,
        bytes: 2_000_000,
        archived: true,
        rules: [{ workflow: 'reports/*', status: 'error', runs: null, days: 365 }],
      },
    },
  });
  server.release();
});

test('tells a token what it may do, one that is limited nothing of the server, and who asked for more than their rate', async () => {
  const state = mkdtempSync(path.join(tmpdir(), 'signalbox-load-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  const tokens = new TokenFile(state);
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]');
  const service = await workspace.open({});
  const api = await ApiUnderTest.start({ service, tokens });
  onTestFinished(() => api.close());
  const limited = await tokens.create({ name: 'ci', scope: 'run', workflows: ['one'], rate: '1/h', expiresAt: null });
  api.token = limited.token;
  for (const status of [202, 429, 429]) expect(await api.post('/api/workflows/one/runs', {})).toMatchObject({ status });
  expect((await api.get('/api/server')).body).toEqual({
    access: { scope: 'run', workflows: ['one'], rate: '1/h' },
    load: null,
  });
  api.token = (await tokens.create({ name: 'reader', scope: 'read', expiresAt: null })).token;
  expect((await api.get('/api/server')).body).toMatchObject({
    access: { scope: 'read', workflows: null, rate: null },
    load: { rates: [{ by: 'token ci', rate: '1/h', refused: 2 }] },
  });
});
