import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_CHILDREN } from '../../hosts/node/index.ts';
import { yaml } from '../../testing/index.ts';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { ordersAtOnce } from '../../testing/restate/orders.ts';
import { findRestateServer, type RestateServer } from '../../testing/restate/startRestate.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { CheckedTexts, prepareStart } from '../common/prepareStart.ts';
import { toRunHead } from '../heads.ts';
import type { ServedRun } from '../RunService.ts';
import { MAILBOX, RUN } from './handlers.ts';
import { Ingress } from './Ingress.ts';

const binary = findRestateServer();

describe.skipIf(binary === null)('runs inside of runs on a Restate server', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await openCluster(binary ?? '', { variables: [KEY] });
    cluster.write('approval', APPROVAL);
    cluster.write('around', around('approval.yaml'));
    cluster.write('outermost', around('around.yaml'));
  }, 60_000);
  afterAll(() => cluster.stop());

  const start = async (workflow: string, input = {}): Promise<string> => {
    const started = await cluster.service.start({ workflow, input });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value.run.id;
  };

  const end = (id: string): Promise<ServedRun | null> => cluster.service.untilEnded(id, AbortSignal.timeout(20_000));

  const untilStatus = (id: string, status: string): Promise<void> =>
    expect.poll(async () => (await cluster.service.get(id))?.status, { timeout: 20_000 }).toBe(status);

  /** The runs that the calls of a run have started, by its events. */
  const startedBy = async (id: string): Promise<readonly string[]> => {
    const page = await cluster.service.events(id, { after: 0, limit: 1000 });
    const events = page?.events.map(({ event }) => event) ?? [];
    return events.flatMap((event) => (event.type === 'child.reported' ? [event.child.runId] : []));
  };

  test('a run has the output of the one that it starts, which is a run of its own', async () => {
    cluster.write('inner', INNER);
    cluster.write('outer', around('inner.yaml', '{ text: x }'));
    const id = await start('outer');
    expect(await end(id)).toMatchObject({ status: 'success', output: { by: 'x!' } });
    const [below = ''] = await startedBy(id);
    expect(await cluster.service.get(below)).toMatchObject({
      id: below,
      workflow: 'inner',
      status: 'success',
      output: { by: 'x!' },
      parent: { runId: id, root: id, files: ['outer.yaml'] },
    });
    expect((await cluster.service.events(below, { after: 0, limit: 100 }))?.isLast).toBe(true);
    expect((await cluster.service.list({ workflow: 'inner', limit: 10 }))?.runs).toEqual([]);
  });

  test('signals reach a run three deep, and those around it wait as long as it does', async () => {
    const id = await start('outermost');
    await untilStatus(id, 'waiting');
    const [wait] = await cluster.service.waits();
    const below = wait?.runId ?? '';
    expect(await cluster.service.get(below)).toMatchObject({
      parent: { root: id, files: ['outermost.yaml', 'around.yaml'] },
    });
    expect(await cluster.service.control(below, { type: 'cancel' })).toMatchObject({ error: { type: 'inside' } });
    expect(await cluster.service.control(below, APPROVED)).toMatchObject({ ok: true });
    expect(await end(id)).toMatchObject({ status: 'success', output: { by: 'Bo' } });
  });

  test('a wait is skipped where it is: in a run by itself, and in one three deep', async () => {
    cluster.write('nap', NAP);
    cluster.write('above', around('nap.yaml'));
    const alone = await start('nap');
    const outermost = await start(cluster.write('top', around('above.yaml')));
    await untilStatus(alone, 'waiting');
    await untilStatus(outermost, 'waiting');
    const [above = ''] = await startedBy(outermost);
    const [nap = ''] = await startedBy(above);
    for (const id of [alone, nap])
      expect(await cluster.service.control(id, { type: 'skip', activation: 1 })).toMatchObject({ ok: true });
    for (const id of [alone, outermost]) expect(await end(id)).toMatchObject({ status: 'success', error: null });
    for (const id of [alone, nap]) {
      const page = await cluster.service.events(id, { after: 0, limit: 100 });
      expect(page?.events.map(({ event }) => event)).toContainEqual(
        expect.objectContaining({ type: 'wait.skipped', taskId: 'nap', what: 'delay' }),
      );
    }
  });

  test('a run whose run inside fails has the error of that one, and tells why one cannot start', async () => {
    cluster.write('failing', RAISES);
    cluster.write('self', around('self.yaml'));
    const ids = await Promise.all(
      [around('failing.yaml'), around('missing.yaml'), around('self.yaml')].map((text, index) =>
        start(cluster.write(`refused${index}`, text)),
      ),
    );
    const errors = (await Promise.all(ids.map(end))).map((run) => run?.error);
    expect(errors).toMatchObject([
      { details: { reason: 'failed', file: 'failing.yaml' }, message: expect.stringContaining('No stock') },
      { code: 'REFERENCE_ERROR', details: { reason: 'file', file: 'missing.yaml' } },
      { message: expect.stringContaining('would run inside itself') },
    ]);
    expect(await Promise.all(ids.map(startedBy))).toMatchObject([[expect.any(String)], [], [expect.any(String)]]);
  });

  test('a secret of a run is masked in those below it, also where these do not read it', async () => {
    cluster.write('inner', INNER);
    cluster.write('between', around('inner.yaml', '{ text: "{{ workflow.input.text }}" }'));
    const id = await start(cluster.write('outer', around('between.yaml', '{ text: "{{ env.KEY }}" }')));
    const ended = await end(id);
    const [between = ''] = await startedBy(id);
    const [inner = ''] = await startedBy(between);
    const pages = await Promise.all(
      [id, between, inner].map((each) => cluster.service.events(each, { after: 0, limit: 100 })),
    );
    const shown = JSON.stringify([ended, await cluster.service.get(inner), pages]);
    expect(shown).toContain('••••••');
    expect(shown).not.toMatch(/⟦|k-7f3a9c/);
  });

  test('a cancel ends a run after all below it, in the middle of their calls', async () => {
    const { site, calls } = await serveHanging();
    cluster.write('hanging', ordersAtOnce(site.url, 8));
    cluster.write('above', around('hanging.yaml'));
    const id = await start(cluster.write('top', around('above.yaml')));
    await expect.poll(() => calls.made, { timeout: 10_000 }).toBe(8);
    expect(await cluster.service.control(id, { type: 'cancel' })).toMatchObject({ ok: true });
    expect(await end(id)).toMatchObject({ status: 'cancelled' });
    const [above = ''] = await startedBy(id);
    const [hanging = ''] = await startedBy(above);
    const below = await Promise.all([above, hanging].map((runId) => cluster.service.get(runId)));
    expect(below).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    await expect.poll(() => calls.aborted, { timeout: 3_000 }).toBe(8);
    await site.close();
  });

  test('calls that a timeout cuts off are aborted, here and on other workers, while the run goes on', async () => {
    const { site, calls } = await serveHanging();
    const id = await start(cluster.write('cut', cutOff(ordersAtOnce(site.url, 8))));
    await expect.poll(() => calls, { timeout: 10_000 }).toEqual({ made: 8, aborted: 8 });
    await untilStatus(id, 'waiting');
    await cluster.service.control(id, APPROVED);
    expect(await end(id)).toMatchObject({ status: 'success' });
    await site.close();
  });

  test('a pause and a resume reach the runs inside', async () => {
    const id = await start('outermost');
    await expect.poll(() => cluster.service.waits(), { timeout: 10_000 }).toHaveLength(1);
    const [wait] = await cluster.service.waits();
    const below = wait?.runId ?? '';
    await cluster.service.control(id, { type: 'pause' });
    await untilStatus(below, 'paused');
    await cluster.service.control(below, APPROVED);
    await expect.poll(() => cluster.service.waits(), { timeout: 10_000 }).toEqual([]);
    expect(await cluster.service.get(below)).toMatchObject({ status: 'paused' });
    await cluster.service.control(id, { type: 'resume' });
    expect(await end(id)).toMatchObject({ status: 'success', output: { by: 'Bo' } });
  });

  test('a collection begins a run for each item, and as many as a family may have', async () => {
    cluster.write('inner', INNER);
    const wide = cluster.write('wide', WIDE);
    const id = await start(wide);
    expect(await end(id)).toMatchObject({ status: 'success' });
    expect(new Set(await startedBy(id)).size).toBe(20);
    expect(await readCount(cluster.server, id)).toBe(20);
    await writeCount(cluster.server, 'full', MOST_CHILDREN - 10);
    await cluster.service.start({ workflow: wide, input: {}, runId: 'full' });
    expect((await end('full'))?.error).toMatchObject({ message: expect.stringContaining('may not start more') });
    expect(await readCount(cluster.server, 'full')).toBe(MOST_CHILDREN);
    expect(new Set(await startedBy('full')).size).toBeLessThanOrEqual(10);
  });

  test('one budget is that of all: a run inside that passes it pauses those around it, and goes on with a higher one', async () => {
    cluster.write('thinking', THINKS);
    cluster.write('above', around('thinking.yaml'));
    const workflow = cluster.write('top', around('above.yaml'));
    const head = await prepareStart({ workflow, input: {} }, 'budgeted', {
      given: cluster.given,
      texts: new CheckedTexts(),
    });
    if (!head.ok) throw new Error(head.error.message);
    const start = { ...head.value.start, budget: { tokens: 1 } };
    const ingress = new Ingress(cluster.server);
    const beginning = { head: { ...head.value, start }, workflow, trigger: null, queuedAt: start.at };
    await ingress.call(RUN.begin, ['budgeted', beginning]);
    await untilStatus('budgeted', 'paused');
    const [above = ''] = await startedBy('budgeted');
    const [thinking = ''] = await startedBy(above);
    await untilStatus(above, 'paused');
    expect(await cluster.service.get(thinking)).toMatchObject({ status: 'paused' });
    const input = { type: 'run.resumed', budget: { tokens: 1_000_000 } } as const;
    await ingress.call(MAILBOX.push, ['budgeted', { type: 'input', at: Date.now(), input }]);
    const ended = await end('budgeted');
    expect(ended).toMatchObject({ status: 'success' });
    const events = (await cluster.service.events('budgeted', { after: 0, limit: 100 }))?.events ?? [];
    const usages = events.flatMap(({ event }) => (event.type === 'child.reported' ? (event.child.usage ?? []) : []));
    expect(usages.length).toBe(2);
    // Its figures are those of its events, in the list as well.
    const at = (type: string): number => events.find(({ event }) => event.type === type)?.event.at ?? 0;
    expect(ended).toMatchObject({ usage: usages.at(-1), idle: Math.round(at('run.resumed') - at('run.paused')) });
    expect((await cluster.service.list({ workflow, limit: 1 }))?.runs).toEqual(
      ended === null ? [] : [toRunHead(ended)],
    );
  });
});

/** A server that never answers, and how often it was asked and given up on. */
async function serveHanging() {
  const calls = { made: 0, aborted: 0 };
  const site = await serveLoopback((request) => {
    calls.made += 1;
    request.socket.once('close', () => (calls.aborted += 1));
  });
  return { site, calls };
}

async function readCount({ admin }: RestateServer, root: string): Promise<number> {
  const sql = `SELECT value_utf8 FROM state WHERE service_name = 'SignalboxFamily' AND service_key = '${root}'`;
  const [row] = await new Ingress({ ingress: admin, admin }).query(sql);
  return Number(row?.['value_utf8']);
}

async function writeCount({ admin }: RestateServer, root: string, count: number): Promise<void> {
  const body = JSON.stringify({ object_key: root, new_state: { count: [...Buffer.from(String(count))] } });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${admin}/services/SignalboxFamily/state`, { method: 'POST', headers, body });
  await expect.poll(() => readCount({ admin } as RestateServer, root), { timeout: 10_000 }).toBe(count);
}

const KEY = { name: 'KEY', value: 'k-7f3a9c21b8', isSecret: true };

const APPROVED = { type: 'signal', name: 'approved', payload: { by: 'Bo' } } as const;

const INNER = yaml`
  tasks: [{ id: say, type: basic, with: { by: "{{ workflow.input.text }}!" } }]
  outputs: { by: "{{ tasks.say.output.by }}" }
`;

const NAP = yaml`
  tasks: [{ id: nap, type: wait, config: { timeout: 1h, check_interval: 1h } }]
`;

const APPROVAL = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: approved, timeout: 1h, check_interval: 1h }, on_success: { next: done } }
    - { id: done, type: basic, with: { by: "{{ tasks.ask.output.value.by }}" } }
  outputs: { by: "{{ tasks.done.output.by }}" }
`;

function around(file: string, input = '{}'): string {
  return `
tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ${file}, input: ${input} } }]
outputs: { by: "{{ tasks.call.output.by }}" }
`;
}

const RAISES = yaml`
  tasks: [{ id: fail, type: basic, use: core:raise, with: { code: OUT, message: No stock } }]
`;

const WIDE = yaml`
  tasks:
    - id: each
      type: collection
      config: { items: '{{ range(0, 20) }}', mode: parallel, max_concurrent: 10 }
      tasks:
        - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml, input: { text: 'x' } } }
`;

const THINKS = yaml`
  agents: [{ id: a, use: core:agent, config: { provider: mock, model: m } }]
  tasks:
    - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: two } }
    - { id: two, type: basic, use: agent:a, with: { prompt: Hi } }
`;

/** What hangs is cut off after 2 s, and a signal is waited for. */
function cutOff(hanging: string): string {
  const inside = hanging.trim().split('\n').slice(1).join('\n').replaceAll(/^/gm, '    ');
  return `
tasks:
  - id: bounded
    type: parallel
    config: { timeout: 2s }
    on_error: { next: ask }
    tasks:
${inside}
  - { id: ask, type: wait, config: { signal: approved, timeout: 1h, check_interval: 1h } }
`;
}
