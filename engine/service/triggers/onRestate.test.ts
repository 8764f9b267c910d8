import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { SchedulesUnderTest } from './testing.ts';

const binary = findRestateServer();
const skipped = binary === null ? ' (skipped: no server; npm ci --prefix tools/restate installs it)' : '';

const id = (hour: number): string => `tick-20260504T${hour}0000Z`;

describe.skipIf(binary === null)(`schedules over a Restate server${skipped}`, () => {
  let cluster: TestCluster;
  let tested: SchedulesUnderTest;
  beforeAll(async () => {
    cluster = await openCluster(binary ?? '');
    cluster.write(
      'report',
      'tasks:\n  - { id: a, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }\n',
    );
    tested = new SchedulesUnderTest('2026-05-04T10:30:00Z', cluster.service);
  }, 60_000);
  afterAll(async () => {
    await tested.remove();
    await cluster.stop();
  });

  const says = { cron: '0 * * * *', missed: 'all', overlap: 'queue', input: { due: '{{ schedule.due }}' } };
  const statusOf = async (hour: number): Promise<string | null> =>
    (await cluster.service.get(id(hour)))?.status ?? null;

  test('each due time has one run, one after the other, also where the server was gone when it was due', async () => {
    await tested.open(says);
    await tested.at('2026-05-04T11:00:00Z');
    expect(tested.problems).toEqual([]);
    expect(await cluster.service.get(id(11))).toMatchObject({ workflow: 'report', trigger: 'schedule tick' });
    await cluster.server.kill();
    await tested.at('2026-05-04T12:00:00Z');
    expect(tested.problems).toHaveLength(1);
    await cluster.server.restart();
    const scheduler = await tested.open(says);
    await expect
      .poll(async () => (await scheduler.look(), scheduler.list()), { timeout: 20_000 })
      .toMatchObject([{ queued: 1, last: id(11) }]);
    expect(await statusOf(12)).toBe(null);
    await expect.poll(() => statusOf(11), { timeout: 20_000 }).toBe('waiting');
    await cluster.service.control(id(11), { type: 'signal', name: 'go', payload: null });
    await expect.poll(() => statusOf(12), { timeout: 20_000 }).toBe('waiting');
    // Begun again, it finds both.
    await tested.open(says);
    const page = await cluster.service.list({ limit: 10 });
    expect(page?.runs.map((run) => run.id).toSorted()).toEqual([id(11), id(12)]);
  }, 90_000);

  test('a paused one starts nothing, also after a restart, but for what somebody starts', async () => {
    const scheduler = await tested.open({ ...says, overlap: 'start' });
    await scheduler.find('tick')?.pause();
    const again = await tested.open({ ...says, overlap: 'start' });
    await tested.at('2026-05-04T15:00:00Z');
    expect(again.list()).toMatchObject([{ paused: true, next: null }]);
    expect(await statusOf(15)).toBe(null);
    expect(await again.find('tick')?.startNow()).toMatchObject({
      ok: true,
      value: { run: { trigger: 'schedule tick' } },
    });
    expect(await cluster.service.get('tick-now-20260504T150000000Z')).toMatchObject({ workflow: 'report' });
  });
});
