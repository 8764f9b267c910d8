import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RefusedBy } from '../RefusedBy.ts';
import { WaitingTurns } from './DispatcherParts.ts';
import { ended, setUp, start } from './testing.ts';

const { workspace, server } = setUp();

/** A workflow with one call to a path that is held. */
function writeCall(name: string): void {
  const tool = {
    id: 'api',
    use: 'core:http',
    config: { idempotency_key: false },
    schema: { input: { type: 'object' }, output: { type: 'object' } },
  };
  const call = { url: `${server.url('held')}-{{ workflow.input.name }}`, method: 'POST' };
  workspace.write(
    `${name}.yaml`,
    JSON.stringify({ tools: [tool], tasks: [{ id: 'call', type: 'basic', use: 'tool:api', with: call }] }),
  );
}

const REPORTS = [{ workflow: 'reports/*', active: 1, queue: 2, size: null }];

test('runs beyond the limit of their rule wait in order, past each restart, and hold up no other workflow', async () => {
  for (const name of ['reports/a', 'reports/b', 'orders']) writeCall(name);
  const counted: RefusedBy[] = [];
  const service = await workspace.open({ active: 8, limits: REPORTS, countRefusal: (by) => void counted.push(by) });
  const runs = [
    await start(service, 'reports/a', { name: '1' }),
    await start(service, 'reports/b', { name: '2' }),
    await start(service, 'reports/a', { name: '3' }),
  ];
  expect(runs.map(({ status }) => status)).toEqual(['running', 'queued', 'queued']);
  expect(await service.start({ workflow: 'reports/b', input: { name: '4' } })).toMatchObject({
    error: { type: 'full', message: expect.stringContaining('“reports/*”') },
  });
  expect(counted).toEqual([{ rule: 'limits.queue', name: 'reports/*', code: 'QUEUE_FULL' }]);
  const order = await start(service, 'orders', { name: 'order' });
  expect(order.status).toBe('running');
  await server.until(2);
  server.release();
  await ended(service, order.id);
  await server.until(3);
  await workspace.close();
  server.release();
  const again = await workspace.open({ active: 8, limits: REPORTS, repeat: 'yes' });
  for (const count of [4, 5]) {
    await server.until(count);
    server.release();
  }
  for (const { id } of runs) expect(await ended(again, id)).toMatchObject({ status: 'success' });
  expect(server.calls.filter((call) => call !== '/held-order')).toEqual(['1', '2', '2', '3'].map((n) => `/held-${n}`));
});

test('a higher limit takes effect at once, and a held run does not begin', async () => {
  writeCall('reports/a');
  const service = await workspace.open({ active: 8, limits: REPORTS });
  await start(service, 'reports/a', { name: '1' });
  const held = await start(service, 'reports/a', { name: '2' });
  const next = await start(service, 'reports/a', { name: '3' });
  await service.control(held.id, { type: 'pause' });
  service.change({ active: 8, limits: [] });
  await server.until(2);
  expect(await service.get(next.id)).toMatchObject({ status: 'running' });
  expect(await service.get(held.id)).toMatchObject({ status: 'paused', startedAt: null });
});

test('a run that grows larger than its rule allows is paused with the reason, and continues once it may', async () => {
  workspace.write('data.txt', 'x'.repeat(50_000));
  const read = '{ id: read, type: basic, use: core:file, with: { op: read, path: data.txt } }';
  const items = `[${Array.from({ length: 60 }, (_, index) => index).join()}]`;
  workspace.write('big.yaml', `tasks: [{ id: each, type: collection, config: { items: ${items} }, tasks: [${read}] }]`);
  const limits = [{ workflow: 'big', active: null, queue: null, size: 1_000_000 }];
  const counted: RefusedBy[] = [];
  const service = await workspace.open({ active: 8, limits, countRefusal: (by) => void counted.push(by) });
  const runs = [await start(service, 'big', {}), await start(service, 'big', {})];
  const [one, other] = runs.map(({ id }) => id) as [string, string];
  const isPaused = async (id: string, on = service) => {
    const paused = expect.stringMatching(/^It takes up \d\.\d MB on the disk; the limit for “big” is 1\.0 MB\./);
    await expect.poll(() => on.get(id), { timeout: 20_000 }).toMatchObject({ status: 'paused', paused });
  };
  for (const id of [one, other]) await isPaused(id);
  await service.control(one, { type: 'resume' });
  await isPaused(one);
  // Two that grew, and the one that was resumed in vain.
  expect(counted.length).toBeGreaterThanOrEqual(3);
  expect(new Set(counted.map((by) => JSON.stringify(by)))).toEqual(new Set(['{"rule":"limits.size","name":"big"}']));
  await service.control(other, { type: 'cancel' });
  expect(await ended(service, other)).toMatchObject({ status: 'cancelled' });
  const size = statSync(path.join(workspace.state, `runs/${one}.jsonl`)).size;
  await workspace.close();
  const again = await workspace.open({ active: 8, limits });
  await isPaused(one, again);
  expect(statSync(path.join(workspace.state, `runs/${one}.jsonl`)).size).toBe(size);
  again.change({ active: 8, limits: [] });
  await again.control(one, { type: 'resume' });
  expect(await ended(again, one)).toMatchObject({ status: 'success' });
});

test('whose turn it is goes by rank, then by order, among the workflows that may begin one', () => {
  const turns = new WaitingTurns();
  turns.add('queued', '1', 'a');
  turns.add('queued', '2', 'b');
  turns.add('begun', '3', 'a');
  turns.add('woken', '4', 'a');
  const order: (string | null)[] = [turns.next((workflow) => workflow === 'b')];
  for (const id of ['4', '3', '1', '2']) {
    order.push(turns.next(() => true));
    turns.remove(id, id === '2' ? 'b' : 'a');
  }
  expect([...order, turns.next(() => true)]).toEqual(['2', '4', '3', '1', '2', null]);
});
