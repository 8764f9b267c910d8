import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { RestateRunService } from './RestateRunService.ts';

const binary = findRestateServer();

describe.skipIf(binary === null)('a run whose first call takes long, on a Restate server', () => {
  let cluster: TestCluster;
  let site: Awaited<ReturnType<typeof serveLoopback>>;
  let answers: (() => void)[] = [];

  beforeAll(async () => {
    site = await serveLoopback((_request, response) => void answers.push(() => response.end('{}')));
    cluster = await openCluster(binary ?? '');
  }, 60_000);
  afterAll(async () => {
    await cluster.stop();
    await site.close();
  });

  const start = async (): Promise<string> => {
    answers = [];
    const task = `  - { id: ask, type: basic, use: core:http, with: { url: '${site.url}' } }`;
    const started = await cluster.service.start({ workflow: cluster.write('ask', `tasks:\n${task}\n`), input: {} });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    const { id } = started.value.run;
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(1);
    return id;
  };

  test('is seen as running, and hears that it is to pause, before the call comes back', async () => {
    const id = await start();
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'running' });
    await cluster.service.control(id, { type: 'pause' });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'paused' });
    await cluster.service.control(id, { type: 'resume' });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'running' });
    for (const answer of answers) answer();
    expect(await cluster.service.untilEnded(id, AbortSignal.timeout(20_000))).toMatchObject({ status: 'success' });
    expect(answers).toHaveLength(1);
  });

  test('is awaited by who has started it, and by another process, before and after its end', async () => {
    const id = await start();
    const other = new RestateRunService(cluster.server, cluster.given);
    const ends = [cluster.service, other].map((service) => service.untilEnded(id, AbortSignal.timeout(20_000)));
    expect(await Promise.race([...ends, delay(300, null)])).toBeNull();
    for (const answer of answers) answer();
    const late = other.untilEnded(id, AbortSignal.timeout(20_000));
    const ended = { id, status: 'success', error: null };
    expect(await Promise.all([...ends, late])).toMatchObject([ended, ended, ended]);
  });
});
