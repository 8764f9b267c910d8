import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { yaml } from '../../testing/index.ts';
import type { LocalRunService } from './LocalRunService.ts';
import { ended, list, setUp, start, until } from './testing.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const writeSync = (...args: Parameters<typeof real.writeSync>): number => {
    if (disk.isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 });
    return real.writeSync(...args);
  };
  return { ...real, writeSync, default: { ...real, writeSync } };
});

const { workspace, server } = setUp();
beforeEach(() => {
  disk.isFull = false;
  workspace.write('approval.yaml', APPROVAL);
  workspace.write('around.yaml', AROUND);
});

const APPROVAL = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: approved, timeout: 1h, check_interval: 1h }, on_success: { next: done } }
    - { id: done, type: basic, with: { by: "{{ tasks.ask.output.value.by }}" } }
  outputs: { by: "{{ tasks.done.output.by }}" }
`;

const AROUND = yaml`
  tasks: [{ id: call, type: basic, use: core:workflow, with: { file: approval.yaml } }]
  outputs: { by: "{{ tasks.call.output.by }}" }
`;

const APPROVED = { type: 'signal', name: 'approved', payload: { by: 'Bo' } } as const;

/** A run whose run inside waits for the approval, and the id of that one. */
async function startFamily(service: LocalRunService): Promise<{ readonly id: string; readonly below: string }> {
  const { id } = await start(service, 'around');
  await until(service, id, ({ status }) => status === 'waiting');
  const waiting = await Promise.all((await service.waits()).map(({ runId }) => service.get(runId)));
  return { id, below: waiting.find((run) => run?.parent?.runId === id)?.id ?? '' };
}

test('a wait of a run that another one has started is in the list, and its signal reaches it', async () => {
  const service = await workspace.open({ active: 1 });
  const { id } = await start(service, 'around');
  await until(service, id, ({ status }) => status === 'waiting');
  const [wait] = await service.waits();
  expect(wait).toMatchObject({ workflow: 'approval', task: 'ask', signal: 'approved' });
  const below = wait?.runId ?? '';
  expect(await service.get(below)).toMatchObject({
    id: below,
    workflow: 'approval',
    status: 'waiting',
    parent: { runId: id },
  });
  expect((await list(service, { limit: 10 })).runs.map((run) => run.id)).toEqual([id]);
  expect(await service.control(below, { type: 'cancel' })).toMatchObject({ error: { type: 'inside' } });
  expect(await service.control(below, APPROVED)).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'success', output: { by: 'Bo' } });
  expect(await service.get(below)).toMatchObject({ status: 'success', output: { by: 'Bo' } });
  expect((await service.events(below, { after: 0, limit: 100 }))?.isLast).toBe(true);
});

test('a wait of a run inside is skipped there, also while nothing of its family is open', async () => {
  workspace.write('nap.yaml', 'tasks: [{ id: nap, type: wait, config: { timeout: 1h, check_interval: 1h } }]');
  workspace.write('outer.yaml', 'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: nap.yaml } }]');
  const first = await workspace.open();
  const { id } = await start(first, 'outer');
  await until(first, id, ({ status }) => status === 'waiting');
  const page = await first.events(id, { after: 0, limit: 100 });
  const reported = page?.events.find(({ event }) => event.type === 'child.reported')?.event;
  const below = reported?.type === 'child.reported' ? reported.child.runId : '';
  await workspace.close();
  const service = await workspace.open({ restAfter: 1 });
  expect(await service.control(below, { type: 'skip', activation: 1 })).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'success' });
  expect((await service.events(below, { after: 0, limit: 100 }))?.events.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'wait.skipped', taskId: 'nap', what: 'delay' }),
  );
  expect(await service.control(below, { type: 'skip', activation: 1 })).toMatchObject({ error: { type: 'ended' } });
});

test('a signal of a run inside is on the disk once it is answered, and is refused where the disk takes nothing', async () => {
  const service = await workspace.open();
  const { id, below } = await startFamily(service);
  disk.isFull = true;
  expect(await service.control(below, APPROVED)).toMatchObject({ error: { type: 'storage' } });
  disk.isFull = false;
  await vi.waitFor(() => expect(service.state().problem).toBeNull());
  await until(service, id, ({ status }) => status === 'waiting');
  expect(await service.control(below, APPROVED)).toMatchObject({ ok: true });
  const journal = path.join(workspace.state, 'runs', `${id}.jsonl.children`, `${below}.jsonl`);
  expect(readFileSync(journal, 'utf8').match(/"signal\.received"/g)).toHaveLength(1);
  expect(await ended(service, id)).toMatchObject({ status: 'success', output: { by: 'Bo' } });
});

test('without the index, what has ended is shown as it ended at once, with the runs inside of it', async () => {
  const service = await workspace.open();
  const { id, below } = await startFamily(service);
  const other = await startFamily(service);
  expect(await service.control(below, APPROVED)).toMatchObject({ ok: true });
  await ended(service, id);
  const before = await Promise.all([service.get(id), service.get(below)]);
  await workspace.close();
  rmSync(path.join(workspace.state, 'index.jsonl'));
  const again = await workspace.open({ active: 1 }, { begins: false });
  const { startedAt: _, ...known } = before[0] ?? { startedAt: null };
  expect(await again.get(id)).toMatchObject(known);
  expect(await again.get(below)).toEqual(before[1]);
  expect(again.state()).toMatchObject({ active: 0 });
  expect((await list(again, { status: 'running', limit: 10 })).runs.map((run) => run.id)).toEqual([other.id]);
  again.begin();
  expect(await again.control(other.below, APPROVED)).toMatchObject({ ok: true });
  expect(await ended(again, other.id)).toMatchObject({ status: 'success' });
});

test('a signal reaches a run inside while the run around it is being opened', async () => {
  const { id, below } = await startFamily(await workspace.open());
  await workspace.close();
  const service = await workspace.open();
  expect(await service.control(below, APPROVED)).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'success' });
  expect(await service.control(below, APPROVED)).toMatchObject({ error: { type: 'ended' } });
});

test('a signal reaches a run inside while the run around it waits for its turn, and takes up nothing while the server ends', async () => {
  workspace.write(
    'held.yaml',
    `tasks: [{ id: a, type: basic, use: core:http, with: { url: "${server.url('held')}" } }]`,
  );
  const first = await workspace.open({ active: 2 });
  await start(first, 'held');
  await server.until(1);
  const { id, below } = await startFamily(first);
  await workspace.close();
  const second = await workspace.open({ active: 1 });
  expect(second.state().active).toBe(1);
  const [late] = await Promise.all([second.control(below, APPROVED), second.drain(0)]);
  expect(late).toMatchObject({ error: { type: 'draining' } });
  expect(await second.get(id)).toMatchObject({ status: 'running' });
  const third = await workspace.open({ active: 1 });
  expect(await third.control(below, APPROVED)).toMatchObject({ ok: true });
  expect(await ended(third, id)).toMatchObject({ status: 'success' });
});
