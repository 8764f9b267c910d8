import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../logEntries.ts';
import { ended, setUp, start, until } from '../testing.ts';
import { runOver } from './testing.ts';
import { TestDisk } from './testingDisk.ts';

const { disk } = vi.hoisted(() => ({ disk: {} as { it: TestDisk } }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const { TestDisk: Disk } = await import('./testingDisk.ts');
  disk.it = new Disk();
  const own = disk.it.stand(real);
  return { ...real, ...own, default: { ...real, ...own } };
});

const { workspace } = setUp();
afterEach(() => disk.it.reset());

const ASKS = JSON.stringify({
  tasks: [
    { id: 'a', type: 'wait', config: { signal: 'go', timeout: '1h', check_interval: '1h' }, on_success: { next: 'b' } },
    { id: 'b', type: 'wait', config: { signal: 'end', timeout: '1h', check_interval: '1h' } },
  ],
});

const LARGE = 'x'.repeat(40 * 1024);

const checkpoints = (): readonly string[] =>
  readdirSync(path.join(workspace.state, 'runs')).filter((name) => name.includes('.checkpoint'));

test.each([1, 8, 27, 64])(
  'a disk that is full at write %i loses nothing, and runs go on once there is room',
  async (from) => {
    await runOver(workspace, disk.it, { count: 4, fails: { from, count: 7 } });
  },
);

test('a run is cancelled on a full disk, and that is recorded', async () => {
  workspace.write('asks.yaml', ASKS);
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry): void => void entries.push(entry);
  const service = await workspace.open({ active: 2, restAfter: 60_000, diskAgain: 1, log });
  const { id } = await start(service, 'asks');
  await until(service, id, ({ status }) => status === 'waiting');
  disk.it.room = 0;
  expect(await service.start({ workflow: 'asks', input: {} })).toMatchObject({ error: { type: 'storage' } });
  expect(await service.control(id, { type: 'pause' })).toMatchObject({ error: { type: 'storage' } });
  expect(await service.control(id, { type: 'cancel' })).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'cancelled' });
  expect(service.state().problem).toBe('Runs cannot be recorded. The disk is full.');
  disk.it.room = Infinity;
  await vi.waitFor(() => expect(service.state().problem).toBeNull());
  expect(entries.map(({ event }) => event)).toEqual(['disk.failed', 'run.ended', 'disk.recovered']);
  // It is on the disk.
  await workspace.close();
  const again = await workspace.open({}, { begins: false });
  expect(await again.get(id)).toMatchObject({ status: 'cancelled' });
});

test('a run that a full disk has stopped is cancelled while it is full', async () => {
  workspace.write('asks.yaml', ASKS);
  const service = await workspace.open({ restAfter: 60_000, diskAgain: 1 });
  const { id } = await start(service, 'asks');
  await until(service, id, ({ status }) => status === 'waiting');
  disk.it.room = 0;
  const signal = { type: 'signal', name: 'go', payload: null } as const;
  expect(await service.control(id, signal)).toMatchObject({ error: { type: 'storage' } });
  expect(service.state().active).toBe(0);
  expect(await service.control(id, { type: 'cancel' })).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'cancelled' });
});

test('a checkpoint is given up for the journal, and for all others', async () => {
  workspace.write('asks.yaml', ASKS);
  const service = await workspace.open({ restAfter: 60_000, diskAgain: 1 });
  const [one, two] = [await start(service, 'asks'), await start(service, 'asks')];
  for (const { id } of [one, two]) {
    await until(service, id, ({ status }) => status === 'waiting');
    await service.control(id, { type: 'signal', name: 'go', payload: LARGE });
    await vi.waitFor(() => expect(checkpoints()).toContain(`${id}.jsonl.checkpoint`));
  }
  disk.it.room = 10;
  // Its own checkpoint makes the room.
  expect(await service.control(one.id, { type: 'signal', name: 'end', payload: null })).toMatchObject({ ok: true });
  expect(await ended(service, one.id)).toMatchObject({ status: 'success' });
  expect(checkpoints()).toEqual([`${two.id}.jsonl.checkpoint`]);
  disk.it.room = 0;
  expect(await service.start({ workflow: 'asks', input: {} })).toMatchObject({ error: { type: 'storage' } });
  expect(checkpoints()).toEqual([]);
  await vi.waitFor(() => expect(service.state().problem).toBeNull());
});

test('no checkpoint is written where the disk has little room left', async () => {
  workspace.write('asks.yaml', ASKS);
  disk.it.free = 63 * 1024 * 1024;
  const service = await workspace.open({ restAfter: 5 });
  const { id } = await start(service, 'asks');
  await until(service, id, ({ status }) => status === 'waiting');
  await service.control(id, { type: 'signal', name: 'go', payload: LARGE });
  await until(service, id, ({ status }) => status === 'waiting');
  expect(checkpoints()).toEqual([]);
  await service.control(id, { type: 'signal', name: 'end', payload: null });
  expect(await ended(service, id)).toMatchObject({ status: 'success' });
});

test('a checkpoint that cannot be written leaves nothing behind', async () => {
  workspace.write('asks.yaml', ASKS);
  const service = await workspace.open({ restAfter: 60_000 });
  const { id } = await start(service, 'asks');
  await until(service, id, ({ status }) => status === 'waiting');
  // The journal takes the signal, and the checkpoint after it does not fit.
  disk.it.room = LARGE.length + 4096;
  await service.control(id, { type: 'signal', name: 'go', payload: LARGE });
  await vi.waitFor(async () => expect(await service.waits()).toMatchObject([{ signal: 'end' }]));
  expect(checkpoints()).toEqual([]);
});

test('what a process left that was killed in a write is removed at the next start', async () => {
  await workspace.open({}, { begins: false });
  await workspace.close();
  const left = ['runs/run-1.jsonl.checkpoint.new', 'index.jsonl.new', 'probe'].map((name) =>
    path.join(workspace.state, name),
  );
  for (const file of left) writeFileSync(file, 'half');
  const [old, fresh] = ['tokens.json.1.part', 'tokens.json.2.part'].map((name) => path.join(workspace.state, name));
  for (const file of [old ?? '', fresh ?? '']) writeFileSync(file, 'half');
  utimesSync(old ?? '', 0, 0);
  await workspace.open({}, { begins: false });
  expect(left.filter((file) => existsSync(file))).toEqual([]);
  // Another process may be writing what is new.
  expect([old ?? '', fresh ?? ''].map((file) => existsSync(file))).toEqual([false, true]);
});

test('a server begins on a full disk, shows its runs, and takes new ones once there is room', async () => {
  workspace.write('asks.yaml', ASKS);
  const before = await workspace.open({ restAfter: 5 });
  const { id } = await start(before, 'asks');
  await until(before, id, ({ status }) => status === 'waiting');
  await workspace.close();
  disk.it.room = 0;
  const service = await workspace.open({ diskAgain: 1 });
  expect(service.state().problem).toBe('Runs cannot be recorded. The disk is full.');
  expect(await service.get(id)).toMatchObject({ status: 'waiting' });
  disk.it.room = Infinity;
  await vi.waitFor(() => expect(service.state().problem).toBeNull());
  await service.control(id, { type: 'signal', name: 'go', payload: null });
  await vi.waitFor(async () => expect(await service.waits()).toMatchObject([{ signal: 'end' }]));
});
