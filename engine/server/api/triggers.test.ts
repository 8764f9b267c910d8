import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

test('the schedules of a server are listed with their next time, and what they start is counted', async () => {
  const state = mkdtempSync(path.join(tmpdir(), 'signalbox-triggers-'));
  const config = readConfig('schedules: { night: { workflow: hello, cron: "0 3 * * *", time_zone: Europe/Berlin } }');
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const runs = new RunsInMemory();
  const wakes: (() => void)[] = [];
  let now = Date.parse('2026-05-04T00:30:00Z');
  const wake = (_after: number, onWake: () => void): (() => void) => {
    wakes.push(onWake);
    return () => undefined;
  };
  const clock = { now: () => now, wake };
  const triggers = await openTriggers(config.value, {
    service: runs,
    state,
    env: {},
    clock,
    onProblem: () => undefined,
  });
  const api = await ApiUnderTest.start({ service: runs, triggers });
  await expect.poll(() => wakes.length).toBe(1);
  const night = {
    name: 'night',
    workflow: 'hello',
    cron: '0 3 * * *',
    time_zone: 'Europe/Berlin',
    missed: 'once',
    overlap: 'skip',
    next: '2026-05-04T01:00:00.000Z',
    last_run: null,
    last_due: null,
    queued: 0,
    paused: false,
    problem: null,
  };
  expect((await api.get('/api/triggers')).body).toEqual({
    schedules: [night],
    webhooks: [],
    tools: [],
    on_failure: [],
  });
  now = Date.parse('2026-05-04T01:00:00Z');
  wakes[0]?.();
  const id = 'night-20260504T010000Z';
  await expect.poll(() => runs.get(id)).toMatchObject({ workflow: 'hello', trigger: 'schedule night' });
  expect((await api.get('/api/triggers')).body).toEqual({
    schedules: [{ ...night, next: '2026-05-05T01:00:00.000Z', last_run: id, last_due: '2026-05-04T01:00:00.000Z' }],
    webhooks: [],
    tools: [],
    on_failure: [],
  });
  runs.finish(id, {});
  await expect
    .poll(async () => (await api.get('/metrics')).text)
    .toContain('signalbox_run_duration_seconds_count{status="success"} 1');
  await triggers.end();
  await api.close();
  rmSync(state, { recursive: true });
});
