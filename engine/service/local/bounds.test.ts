import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readReach } from '../../testing/serving/reachLoopback.ts';
import { openLocalRuns } from './openLocalRuns.ts';
import { ended, setUp, start, until } from './testing.ts';

const { workspace, server } = setUp();
beforeEach(() => workspace.write('calls.yaml', calls()));

function task(place: string): object {
  const url = `${server.url('held')}-{{ workflow.input.name }}-${place}`;
  return { type: 'basic', use: 'tool:api', with: { url, method: 'POST' } };
}

/** Two calls, one after the other, each to a path that begins with the name in the input. */
function calls(): string {
  const config = { idempotency_key: false };
  const schema = { input: { type: 'object' }, output: { type: 'object' } };
  return JSON.stringify({
    tools: [{ id: 'api', use: 'core:http', config, schema }],
    tasks: [
      { id: 'first', ...task('1'), on_success: { next: 'second' } },
      { id: 'second', ...task('2') },
    ],
  });
}

test('one process has a state folder; another one is refused in words, until the first has ended', async () => {
  const service = await workspace.open();
  const options = { folder: workspace.folder, state: workspace.state, reach: readReach() };
  const second = await openLocalRuns(options);
  expect(second).toMatchObject({
    ok: false,
    error: {
      isOwned: true,
      message: expect.stringMatching(/^Process \d+ on \S+ serves the runs in .*--state\.$/),
    },
  });
  await service.drain(0);
  const third = await openLocalRuns(options);
  if (!third.ok) throw new Error(third.error.message);
  await third.value.drain(0);
});

test('so many runs are at work; the others are queued in order, also over a restart, and so many may be', async () => {
  const service = await workspace.open({ active: 1, queue: 2 });
  const a = await start(service, 'calls', { name: 'a' });
  const b = await start(service, 'calls', { name: 'b' });
  const c = await start(service, 'calls', { name: 'c' });
  expect([a.status, b.status, c.status]).toEqual(['running', 'queued', 'queued']);
  expect(await service.get(b.id)).toMatchObject({ status: 'queued', startedAt: null });
  expect(await service.events(b.id, { after: 0, limit: 10 })).toEqual({ events: [], isLast: false });
  expect(service.state()).toMatchObject({ active: 1, queued: 2 });
  expect(await service.start({ workflow: 'calls', input: { name: 'd' } })).toMatchObject({ error: { type: 'full' } });
  // A start that is asked for again finds its run although the queue is full.
  expect(await service.start({ workflow: 'calls', input: { name: 'c' }, runId: c.id })).toMatchObject({
    value: { isNew: false },
  });
  await server.until(1);
  await workspace.close();
  server.release();
  const again = await workspace.open({ active: 1, repeat: 'yes' });
  for (let count = 2; count <= 7; count += 1) {
    await server.until(count);
    server.release();
  }
  for (const { id } of [a, b, c]) expect(await ended(again, id)).toMatchObject({ status: 'success' });
  expect(server.calls).toEqual(['a-1', 'a-1', 'a-2', 'b-1', 'b-2', 'c-1', 'c-2'].map((call) => `/held-${call}`));
});

test('a queued run is held while it is paused, taken up at once for a signal, and makes no call where it is cancelled', async () => {
  const service = await workspace.open({ active: 1 });
  await start(service, 'calls', { name: 'a' });
  const held = await start(service, 'calls', { name: 'b' });
  const cancelled = await start(service, 'calls', { name: 'c' });
  expect(await service.control(held.id, { type: 'pause' })).toMatchObject({ value: { status: 'paused' } });
  expect(await service.control(cancelled.id, { type: 'cancel' })).toMatchObject({ ok: true });
  expect(await ended(service, cancelled.id)).toMatchObject({ status: 'cancelled' });
  await workspace.close();
  server.release();
  const again = await workspace.open({ active: 2 });
  expect(await again.get(held.id)).toMatchObject({ status: 'paused', startedAt: null });
  expect(await again.control(held.id, { type: 'resume' })).toMatchObject({ value: { status: 'running' } });
  await server.until(2);
  expect(server.calls).toEqual(['/held-a-1', '/held-b-1']);
  const third = await start(again, 'calls', { name: 'd' });
  const signal = { type: 'signal', name: 'any', payload: null } as const;
  if (third.status === 'queued')
    expect(await again.control(third.id, signal)).toMatchObject({ value: { status: 'running' } });
});

test('a queued run that is cancelled twice at once ends, and both are answered', async () => {
  const service = await workspace.open({ active: 1 });
  await start(service, 'calls', { name: 'a' });
  const { id } = await start(service, 'calls', { name: 'b' });
  const both = [service.control(id, { type: 'cancel' }), service.control(id, { type: 'cancel' })];
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await ended(service, id)).toMatchObject({ status: 'cancelled' });
});

test('draining records what is under way, begins nothing, and loses nothing', async () => {
  const service = await workspace.open();
  const { id } = await start(service, 'calls', { name: 'a' });
  await server.until(1);
  const drained = service.drain(60_000);
  expect(service.state().isDraining).toBe(true);
  expect(await service.start({ workflow: 'calls', input: {} })).toMatchObject({ error: { type: 'draining' } });
  server.release();
  await drained;
  expect(server.calls).toEqual(['/held-a-1']);
  const journal = readFileSync(path.join(workspace.state, 'runs', `${id}.jsonl`), 'utf8');
  expect(journal.match(/"type":"effect\.(started|completed)"/g)).toHaveLength(2);
  const again = await workspace.open();
  await server.until(2);
  server.release();
  expect(await ended(again, id)).toMatchObject({ status: 'success' });
  expect(server.calls).toEqual(['/held-a-1', '/held-a-2']);
});

test('draining reaches a workflow inside: its call is recorded, and it goes on where it was', async () => {
  workspace.write(
    'around.yaml',
    `tasks: [{ id: call, type: basic, use: core:workflow, with: { file: calls.yaml, input: { name: a } } }]`,
  );
  const service = await workspace.open();
  const { id } = await start(service, 'around');
  await server.until(1);
  const drained = service.drain(60_000);
  server.release();
  await drained;
  expect(server.calls).toEqual(['/held-a-1']);
  const again = await workspace.open();
  await server.until(2);
  server.release();
  expect(await ended(again, id)).toMatchObject({ status: 'success' });
  expect(server.calls).toEqual(['/held-a-1', '/held-a-2']);
});

test('what does not come back in the time of the drain is asked about at the next start', async () => {
  const service = await workspace.open();
  const { id } = await start(service, 'calls', { name: 'a' });
  await server.until(1);
  await service.drain(20);
  const again = await workspace.open();
  expect(await until(again, id, ({ status }) => status === 'paused')).toMatchObject({
    paused: expect.stringContaining('held-a-1'),
  });
  expect(server.calls).toHaveLength(1);
});
