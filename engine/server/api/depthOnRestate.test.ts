import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../serveConfig/index.ts';
import { CALLER_HEADER } from '../../service/index.ts';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { readReach } from '../../testing/serving/reachLoopback.ts';
import { RefusalCounts } from './refused/RefusalCounts.ts';
import { ApiUnderTest } from './testing.ts';

const binary = findRestateServer();
const skipped = binary === null ? ' (skipped: no server; npm ci --prefix tools/restate installs it)' : '';

const SOON = { timeout: 30_000 };

describe.skipIf(binary === null)(`runs of a cluster that start each other through the API${skipped}`, () => {
  let cluster: TestCluster;
  let api: ApiUnderTest;

  beforeAll(async () => {
    const reach = readReach();
    const refusalCounts = new RefusalCounts();
    cluster = await openCluster(binary ?? '', { ports: { reach }, told: { countRefusal: refusalCounts.count } });
    const { service } = cluster;
    api = await ApiUnderTest.start({ service, refusalCounts, marks: { read: (mark) => service.callerOf(mark) } });
    service.begin();
    reach.own.addPlace(new URL(api.address));
    reach.isServerKnown = true;
    const config = readConfig(`reach: { allow: ["${new URL(api.address).host}"] }`);
    if (config.ok) reach.change(config.value.reach);
    const call = (id: string, workflow: string): object => ({
      id,
      type: 'basic',
      use: 'core:http',
      with: {
        url: `${api.address}/api/workflows/${workflow}/runs`,
        method: 'POST',
        // What a workflow writes there itself counts for nothing.
        headers: { 'Signalbox-Caller': 'run-1.aaaa' },
        json: { input: {} },
      },
    });
    cluster.write('again', JSON.stringify({ tasks: [call('start', 'inside')] }));
    const inside = { id: 'run', type: 'basic', use: 'core:workflow', with: { file: 'again.yaml' } };
    cluster.write('inside', JSON.stringify({ tasks: [inside] }));
  }, 60_000);
  afterAll(async () => {
    await api.close();
    await cluster.stop();
  });

  test('end after eight, which is counted, also where a run inside of one asks', async () => {
    const first = await api.post('/api/workflows/inside/runs', { input: {} });
    expect(first.status).toBe(202);
    const failed = async () => (await cluster.service.list({ limit: 1, status: 'error' }))?.runs ?? [];
    await expect.poll(async () => (await failed()).length, SOON).toBe(1);
    const { runs = [] } = (await cluster.service.list({ limit: 50, workflow: 'inside' })) ?? {};
    expect(runs.map(({ depth = 0 }) => depth)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    const [last] = await failed();
    const run = await cluster.service.get(last?.id ?? '');
    expect(run?.error?.details).toMatchObject({ details: { status: 409, body: { code: 'STARTED_TOO_DEEP' } } });
    const { text } = await api.get('/metrics');
    expect(text).toContain('signalbox_refusals_total{rule="depth",code="STARTED_TOO_DEEP"} 1\n');
  });

  test('are told by a mark that nobody else can write', async () => {
    const [run] = (await cluster.service.list({ limit: 1, workflow: 'inside' }))?.runs ?? [];
    for (const mark of ['x', `${run?.id}.${'A'.repeat(43)}`, `run-none.${'A'.repeat(43)}`, `../x.${'A'.repeat(43)}`]) {
      expect(await cluster.service.callerOf(mark), mark).toBeNull();
      const answer = await api.post('/api/workflows/none/runs', { input: {} }, { [CALLER_HEADER]: mark });
      expect(answer).toMatchObject({ status: 404 });
    }
  });
});
