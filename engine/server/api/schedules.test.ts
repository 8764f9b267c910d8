import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers, type Triggers } from '../../service/index.ts';
import { AuditFile } from './AuditFile.ts';
import { TokenFile } from './TokenFile.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const NIGHT = '{ workflow: hello, cron: "0 3 * * *", input: { day: "{{ schedule.due | slice(0, 10) }}" } }';

let state: string;
let runs: RunsInMemory;
let triggers: Triggers;
let api: ApiUnderTest;

/** Begins as after a restart, with what the state folder has. */
async function start(options: Parameters<typeof ApiUnderTest.start>[0] = {}): Promise<void> {
  await loadPatterns();
  const config = readConfig(
    `schedules: { night: ${NIGHT}, broken: { workflow: hello, cron: "@daily", input: { n: "{{ 1 / 0 }}" } } }`,
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  runs = new RunsInMemory();
  const clock = { now: () => Date.parse('2026-05-04T10:30:00Z'), wake: () => () => undefined };
  triggers = await openTriggers(config.value, { service: runs, state, env: {}, clock, onProblem: () => undefined });
  api = await ApiUnderTest.start({ service: runs, triggers, ...options });
}

async function stop(): Promise<void> {
  await triggers.end();
  await api.close();
}

beforeEach(async () => {
  state = mkdtempSync(path.join(tmpdir(), 'signalbox-schedules-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(state, { recursive: true, force: true });
});

test('a schedule is paused, also over a restart, and resumed', async () => {
  const paused = { name: 'night', paused: true, next: null };
  expect(await api.post('/api/schedules/night/pause')).toMatchObject({ status: 200, body: paused });
  await stop();
  await start();
  expect((await api.get('/api/triggers')).body).toMatchObject({ schedules: [paused, { paused: false }] });
  expect(await api.post('/api/schedules/night/pause')).toMatchObject({ status: 200, body: paused });
  const resumed = { paused: false, next: '2026-05-05T03:00:00.000Z' };
  expect(await api.post('/api/schedules/night/resume')).toMatchObject({ status: 200, body: resumed });
  expect(JSON.parse(readFileSync(path.join(state, 'schedules.json'), 'utf8'))).toMatchObject({
    schedules: { night: { paused: false } },
  });
});

test('a run is started now', async () => {
  const id = 'night-now-20260504T103000000Z';
  const answer = await api.post('/api/schedules/night/run');
  expect(answer).toMatchObject({ status: 202, body: { id }, headers: { location: `/api/runs/${id}` } });
  expect(await runs.get(id)).toMatchObject({ workflow: 'hello', trigger: 'schedule night' });
  expect((await runs.events(id, { after: 0, limit: 1 }))?.events[0]?.event).toMatchObject({
    input: { day: '2026-05-04' },
  });
  const night = { next: '2026-05-05T03:00:00.000Z', last_run: null, queued: 0 };
  expect((await api.get('/api/triggers')).body).toMatchObject({ schedules: [night, {}] });
});

test('what is refused', async () => {
  for (const what of ['pause', 'resume', 'run'])
    expect(await api.post(`/api/schedules/noon/${what}`)).toMatchObject({ status: 404, code: 'UNKNOWN_SCHEDULE' });
  expect(await api.get('/api/schedules/night/pause')).toMatchObject({ status: 405 });
  expect(await api.post('/api/schedules/broken/run')).toMatchObject({ status: 422, code: 'UNFIT_REQUEST' });
  runs.refusal = { type: 'full', message: 'There is no room.' };
  expect(await api.post('/api/schedules/night/run')).toMatchObject({ status: 429, code: 'QUEUE_FULL' });
});

test('a pause that cannot be recorded is none', async () => {
  await api.post('/api/schedules/night/resume');
  rmSync(state, { recursive: true });
  writeFileSync(state, 'no folder');
  expect(await api.post('/api/schedules/night/pause')).toMatchObject({ status: 503, code: 'NOT_READY' });
  expect((await api.get('/api/triggers')).body).toMatchObject({ schedules: [{ paused: false }, {}] });
});

test('a token that may read alone steers no schedule', async () => {
  await stop();
  const tokens = new TokenFile(state, Date.now);
  const reads = await tokens.create({ name: 'reader', scope: 'read', expiresAt: null });
  const starts = await tokens.create({ name: 'starter', scope: 'run', expiresAt: null });
  await start({ tokens });
  for (const what of ['pause', 'resume', 'run']) {
    api.token = reads.token;
    expect(await api.post(`/api/schedules/night/${what}`)).toMatchObject({ status: 403, code: 'SCOPE_NEEDED' });
    api.token = starts.token;
    expect((await api.post(`/api/schedules/night/${what}`)).status).toBeLessThan(300);
  }
});

test('who steers a schedule is kept in the audit, by the token', async () => {
  await stop();
  const audit = new AuditFile(state);
  const tokens = new TokenFile(state, Date.now);
  const { token } = await tokens.create({ name: 'ops', scope: 'admin', expiresAt: null });
  await start({ audit, tokens });
  api.token = token;
  await api.post('/api/schedules/night/pause');
  await api.post('/api/schedules/night/resume');
  await api.post('/api/schedules/night/run');
  expect((await api.get('/api/audit')).body).toMatchObject({
    entries: [
      { action: 'started', by: 'token ops', workflow: 'hello', run: expect.stringContaining('night-now') },
      { action: 'resumed', by: 'token ops', schedule: 'night' },
      { action: 'paused', by: 'token ops', schedule: 'night' },
    ],
  });
});
