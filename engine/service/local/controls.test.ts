import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { yaml } from '../../testing/index.ts';
import type { ServedRun } from '../RunService.ts';
import { ended, list, setUp, start, until } from './testing.ts';

const { workspace, server } = setUp();

const APPROVAL = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: approved, timeout: 1h, check_interval: 1h }, on_success: { next: done } }
    - { id: done, type: basic, with: { by: "{{ tasks.ask.output.value.by }}" } }
  outputs: { by: "{{ tasks.done.output.by }}" }
`;

/** A run that waits for a short time; on a busy machine that may have come by now. */
const isUnderWay = ({ status }: ServedRun): boolean => status === 'waiting' || status === 'success';

test('a run that waits is no run at work, is put down, and a signal takes it up, also after a restart', async () => {
  workspace.write('approval.yaml', APPROVAL);
  const service = await workspace.open({ restAfter: 5, active: 1 });
  const ids = [];
  // Each of them begins, although one run is at work at a time.
  for (let count = 0; count < 5; count += 1) ids.push((await start(service, 'approval')).id);
  for (const id of ids) await until(service, id, ({ status }) => status === 'waiting');
  expect(service.state()).toMatchObject({ active: 0, waiting: 5, queued: 0, problem: null });
  const [first = '', second = ''] = ids;
  const waits = await service.waits();
  expect(waits).toMatchObject(
    [...ids].map((runId) => ({ runId, workflow: 'approval', task: 'ask', signal: 'approved' })),
  );
  expect(waits[0]?.until).toBe((waits[0]?.since ?? 0) + 3_600_000);
  const sent = { type: 'signal', name: 'approved', payload: { by: 'Ann' } } as const;
  expect(await service.control(first, sent)).toMatchObject({ ok: true });
  expect(await ended(service, first)).toMatchObject({ status: 'success', output: { by: 'Ann' } });
  expect(await service.control(first, sent)).toMatchObject({ error: { type: 'ended' } });
  expect(await service.control('none', sent)).toMatchObject({ error: { type: 'unknownRun' } });
  await workspace.close();
  const again = await workspace.open();
  expect(again.state()).toMatchObject({ active: 0, waiting: 4 });
  expect(await again.waits()).toEqual(waits.slice(1));
  await again.control(second, sent);
  const page = await ended(again, second).then(() => again.events(second, { after: 0, limit: 100 }));
  // It was put down with nothing under way: nothing of it was cut off.
  expect(page?.events.map(({ event }) => event.type)).not.toContain('run.interrupted');
  expect(await again.waits()).toEqual(waits.slice(2));
});

test('a time takes it up, in this process and in the next one', async () => {
  workspace.write('later.yaml', 'tasks: [{ id: sleep, type: wait, config: { timeout: 400ms, check_interval: 1h } }]');
  const service = await workspace.open({ restAfter: 1 });
  const { id } = await start(service, 'later');
  const other = await start(service, 'later');
  await until(service, id, isUnderWay);
  expect(await ended(service, id)).toMatchObject({ status: 'success' });
  await ended(service, other.id);
  const third = await start(service, 'later');
  await until(service, third.id, isUnderWay);
  await workspace.close();
  expect(await ended(await workspace.open(), third.id)).toMatchObject({ status: 'success' });
});

test('a wait is skipped in a run that was put down, and its events say so', async () => {
  workspace.write('later.yaml', 'tasks: [{ id: sleep, type: wait, config: { timeout: 1h, check_interval: 1h } }]');
  const service = await workspace.open({ restAfter: 1 });
  const { id } = await start(service, 'later');
  await until(service, id, ({ status }) => status === 'waiting');
  expect(await service.control(id, { type: 'skip', activation: 1 })).toMatchObject({ ok: true });
  expect(await ended(service, id)).toMatchObject({ status: 'success' });
  const page = await service.events(id, { after: 0, limit: 100 });
  expect(page?.events.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'wait.skipped', taskId: 'sleep', what: 'delay' }),
  );
});

test('a run is paused, resumed and cancelled, at work and put down', async () => {
  workspace.write('approval.yaml', APPROVAL);
  workspace.write(
    'held.yaml',
    `tasks: [{ id: a, type: basic, use: core:http, with: { url: "${server.url('held')}" }, on_success: { next: b } }, { id: b, type: basic }]`,
  );
  const service = await workspace.open({ restAfter: 1 });
  const { id } = await start(service, 'held');
  await server.until(1);
  expect(await service.control(id, { type: 'pause' })).toMatchObject({
    value: { status: 'paused', paused: 'It was paused on request.' },
  });
  expect(await service.control(id, { type: 'pause' })).toMatchObject({ ok: true });
  server.release();
  await workspace.close(1_000);
  const again = await workspace.open({ restAfter: 1 });
  expect(await again.get(id)).toMatchObject({ status: 'paused' });
  expect(await again.control(id, { type: 'resume' })).toMatchObject({ ok: true });
  expect(await ended(again, id)).toMatchObject({ status: 'success' });
  expect(server.calls).toHaveLength(1);
  const waiting = await start(again, 'approval');
  await until(again, waiting.id, ({ status }) => status === 'waiting');
  expect(await again.control(waiting.id, { type: 'pause' })).toMatchObject({ value: { status: 'paused' } });
  expect(await again.control(waiting.id, { type: 'cancel' })).toMatchObject({ ok: true });
  expect(await ended(again, waiting.id)).toMatchObject({ status: 'cancelled', paused: null });
  expect(await again.control(waiting.id, { type: 'cancel' })).toMatchObject({ error: { type: 'ended' } });
});

test('runs are listed by pages, the newest first, by workflow and status', async () => {
  workspace.write('approval.yaml', APPROVAL);
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]');
  const service = await workspace.open();
  const ids: string[] = [];
  for (const workflow of ['one', 'approval', 'one', 'approval', 'one']) {
    const { id } = await start(service, workflow);
    ids.unshift(id);
    await until(service, id, ({ status }) => status === (workflow === 'one' ? 'success' : 'waiting'));
  }
  const names = async (query: object, of = service): Promise<readonly string[]> => {
    const { runs } = await list(of, { limit: 10, ...query });
    return runs.map(({ id }) => id);
  };
  const first = await list(service, { limit: 2 });
  expect(first.runs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await list(service, { limit: 3, cursor: first.next ?? '' });
  expect([second.runs.map(({ id }) => id), second.next]).toEqual([ids.slice(2), null]);
  for (const cursor of ['x', '', '-1', '1~a', '1e3']) expect(await service.list({ limit: 2, cursor })).toBeNull();
  expect(await names({ workflow: 'approval' })).toEqual([ids[1], ids[3]]);
  expect(await names({ status: 'success' })).toEqual([ids[0], ids[2], ids[4]]);
  expect(await names({ status: 'waiting', workflow: 'one' })).toEqual([]);
  await workspace.close();
  expect(await names({}, await workspace.open())).toEqual(ids);
});

const FORM = yaml`
  tasks:
    - id: ask
      type: wait
      config:
        signal: approved
        title: "Approve {{ input.amount }}"
        signal_schema: { type: object, required: [by], properties: { by: { type: string } } }
        timeout: 1h
        check_interval: 1h
`;

test('a wait is listed with its words and its schema, and a signal that breaks it is refused, also once it is put down', async () => {
  workspace.write('form.yaml', FORM);
  const service = await workspace.open({ restAfter: 5 });
  const { id } = await start(service, 'form', { amount: 12 });
  await until(service, id, ({ status }) => status === 'waiting');
  const [wait] = await service.waits();
  expect(wait).toMatchObject({ task: 'ask', title: 'Approve 12', description: null, schema: { required: ['by'] } });
  await workspace.close();
  const again = await workspace.open();
  expect(await again.waits()).toEqual([wait]);
  const send = (payload: Json) => again.control(id, { type: 'signal', name: 'approved', payload });
  expect(await send({ by: 7 })).toMatchObject({
    error: { type: 'invalid', error: { code: 'VALIDATION_ERROR', details: { errors: [{ path: '/by' }] } } },
  });
  expect(await again.get(id)).toMatchObject({ status: 'waiting' });
  expect(await send({ by: 'Ann' })).toMatchObject({ ok: true });
  expect(await ended(again, id)).toMatchObject({ status: 'success' });
  const page = await again.events(id, { after: -1, limit: 100 });
  const told = page?.events.flatMap(({ event }) => (event.type === 'signal.refused' ? [event] : []));
  expect(told).toMatchObject([{ name: 'approved', taskId: 'ask', error: { code: 'VALIDATION_ERROR' } }]);
});
