import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { ended, list, setUp, start, until } from './testing.ts';

const { workspace, server } = setUp();

const WAIT = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

function calls(...places: readonly string[]): string {
  const tasks = places.map((place, index) => ({
    id: `t${index}`,
    type: 'basic',
    use: 'core:http',
    with: { url: server.url(place), method: 'POST' },
    ...(index + 1 < places.length ? { on_success: { next: `t${index + 1}` } } : {}),
  }));
  return JSON.stringify({ tasks });
}

const fileOf = (...names: readonly string[]): string => path.join(workspace.state, ...names);

test('a lost index is made anew from the journals', async () => {
  workspace.write('wait.yaml', WAIT);
  workspace.write('held.yaml', calls('held'));
  workspace.write(
    'one.yaml',
    'tasks: [{ id: a, type: basic, with: { n: 1 } }]\noutputs: { n: "{{ tasks.a.output.n }}" }',
  );
  const service = await workspace.open({ active: 1 });
  const done = await start(service, 'one');
  await ended(service, done.id);
  const waiting = await start(service, 'wait');
  await until(service, waiting.id, ({ status }) => status === 'waiting');
  await start(service, 'held');
  await server.until(1);
  await start(service, 'one');
  const before = (await list(service, { limit: 10 })).runs.map(({ id }) => id);
  const rows = await Promise.all([service.get(done.id), service.waits()]);
  await workspace.close();
  rmSync(fileOf('index.jsonl'));
  const again = await workspace.open({ active: 4, repeat: 'no' });
  await ended(again, done.id);
  await until(again, waiting.id, ({ status }) => status === 'waiting');
  const { startedAt: _, ...known } = rows[0] ?? { startedAt: null };
  expect(await again.get(done.id)).toMatchObject(known);
  expect(await again.waits()).toEqual(rows[1]);
  expect((await list(again, { limit: 10 })).runs.map(({ id }) => id)).toEqual(before);
});

test('an index that ends inside a line has what was written before and after that', async () => {
  workspace.write(
    'one.yaml',
    'tasks: [{ id: a, type: basic, with: { n: 1 } }]\noutputs: { n: "{{ tasks.a.output.n }}" }',
  );
  const service = await workspace.open();
  const before = await ended(service, (await start(service, 'one')).id);
  await workspace.close();
  appendFileSync(fileOf('index.jsonl'), '{"run":{"id":"torn');
  const again = await workspace.open();
  const after = await ended(again, (await start(again, 'one')).id);
  expect([before.output, after.output]).toEqual([{ n: 1 }, { n: 1 }]);
  expect(await again.get(after.id)).toEqual(after);
  await workspace.close();
  const third = await workspace.open();
  for (const run of [before, after]) expect(await third.get(run.id)).toEqual(run);
  for (const line of readFileSync(fileOf('index.jsonl'), 'utf8').trim().split('\n')) JSON.parse(line);
});

test('events of an ended run whose journal is damaged are not said to be all there are', async () => {
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]');
  const service = await workspace.open();
  const { id } = await ended(service, (await start(service, 'one')).id);
  await workspace.close();
  const file = fileOf('runs', `${id}.jsonl`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"run.started"', '"run.stXrted"'));
  const again = await workspace.open();
  await expect(again.events(id, { after: 0, limit: 10 })).rejects.toThrow();
  rmSync(file);
  await expect(again.events(id, { after: 0, limit: 10 })).rejects.toThrow(/is gone/);
});

test('a run whose journal was changed is paused with the reason, repeats nothing, and the others go on', async () => {
  workspace.write('held.yaml', calls('first', 'held'));
  const service = await workspace.open();
  const [bad, good] = [await start(service, 'held'), await start(service, 'held')];
  await server.until(4);
  await workspace.close();
  const file = fileOf('runs', `${bad.id}.jsonl`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"effect.started"', '"effect.stXrted"'));
  server.calls.length = 0;
  const again = await workspace.open({ repeat: 'yes' });
  await server.until(1);
  server.release();
  expect(await ended(again, good.id)).toMatchObject({ status: 'success' });
  const paused = await until(again, bad.id, ({ status }) => status === 'paused');
  expect(paused.paused).toMatch(/changed/);
  expect(server.calls).toEqual(['/held']);
  await expect(again.events(bad.id, { after: 0, limit: 10 })).rejects.toThrow(/changed at line/);
});

test('a run whose journal cannot be read is paused with what the system says, and the others go on', async () => {
  workspace.write('wait.yaml', WAIT);
  const service = await workspace.open({ restAfter: 1 });
  const [bad, good] = [await start(service, 'wait'), await start(service, 'wait')];
  for (const { id } of [bad, good]) await until(service, id, ({ status }) => status === 'waiting');
  await vi.waitFor(() => expect(readFileSync(fileOf('index.jsonl'), 'utf8').match(/"restedAt":\d/g)).toHaveLength(2));
  const file = fileOf('runs', `${bad.id}.jsonl`);
  rmSync(file);
  symlinkSync(file, file);
  const signal = { type: 'signal', name: 'go', payload: null } as const;
  expect(await service.control(bad.id, signal)).toMatchObject({ error: { type: 'busy' } });
  expect(service.state().problem).toBeNull();
  expect(await service.get(bad.id)).toMatchObject({ status: 'paused', paused: expect.stringContaining('ELOOP') });
  await workspace.close();
  // With a link in it the folder would not be opened.
  rmSync(file);
  mkdirSync(file);
  const again = await workspace.open();
  expect(await again.control(good.id, signal)).toMatchObject({ ok: true });
  expect(await ended(again, good.id)).toMatchObject({ status: 'success' });
  expect(again.state().problem).toBeNull();
  expect(await again.get(bad.id)).toMatchObject({ status: 'paused' });
});

test('a server whose claim was taken away stops its runs and says so; the next one goes on with them', async () => {
  workspace.write('held.yaml', calls('held', 'second'));
  const service = await workspace.open();
  const { id } = await start(service, 'held');
  await server.until(1);
  rmSync(fileOf('owner.lock'), { recursive: true });
  const other = await workspace.open();
  await server.until(2);
  server.release();
  expect(await ended(other, id)).toMatchObject({ status: 'success' });
  await until(service, id, () => service.state().problem !== null);
  expect(service.state().problem).toMatch(/^This process has lost its state folder: another one has taken it over/);
  expect(await service.start({ workflow: 'held', input: {} })).toMatchObject({ error: { type: 'storage' } });
  expect(server.calls).toEqual(['/held', '/held', '/second']);
});

test('a queued run has the text that its file had when it was started', async () => {
  workspace.write('held.yaml', calls('held'));
  workspace.write('text.yaml', calls('before'));
  const service = await workspace.open({ active: 1 });
  await start(service, 'held');
  await server.until(1);
  const queued = await start(service, 'text');
  workspace.write('text.yaml', calls('after'));
  await workspace.close();
  const again = await workspace.open();
  expect(await ended(again, queued.id)).toMatchObject({ status: 'success' });
  expect(server.calls).toContain('/before');
});

test('workflows are listed with what is known of them, and read anew once their texts change', async () => {
  workspace.write(
    'orders/new.yaml',
    'name: New order\ndescription: Takes one.\nschema: { input: { type: object } }\ntasks: [{ id: a, type: basic }]',
  );
  workspace.write('bad.yaml', 'tasks: [{ id: a, type: loop }]');
  workspace.write('packages/lib/tool.yaml', 'tasks: []');
  workspace.write('.hidden/x.yaml', 'tasks: []');
  workspace.write('signalbox.serve.yaml', 'env: []');
  const service = await workspace.open();
  const order = {
    name: 'orders/new',
    title: 'New order',
    description: 'Takes one.',
    input: { type: 'object' },
    isValid: true,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  const digest = createHash('sha256').update('tasks: [{ id: a, type: loop }]').digest('hex');
  const bad = { name: 'bad', title: null, description: null, input: null, isValid: false, digest };
  expect(await service.workflows()).toEqual([bad, order]);
  workspace.write('bad.yaml', 'tasks: [{ id: a, type: basic }]');
  expect(await service.workflows()).toEqual([
    { ...bad, isValid: true, digest: expect.not.stringContaining(digest) },
    order,
  ]);
});
