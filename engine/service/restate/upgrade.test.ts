import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerformer } from '../../effects/index.ts';
import { yaml } from '../../testing/index.ts';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { Ingress } from './Ingress.ts';
import { type OpenWorker, openWorker } from './worker/openWorker.ts';

const binary = findRestateServer();

describe.skipIf(binary === null)('a new version of the engine, at a deployment of its own', () => {
  /** Which worker made which call, in order. */
  const made: string[] = [];
  let cluster: TestCluster;
  let newer: OpenWorker;
  let release: (() => void) | null = null;

  /** A performer that says whose it is; the call of `held` waits until it is released. */
  const performerOf =
    (worker: string): typeof createPerformer =>
    (context) => {
      const performer = createPerformer(context);
      return {
        ...performer,
        perform: async (call, signal) => {
          made.push(`${call.taskId} by ${worker}`);
          if (call.taskId === 'held') await new Promise<void>((resolve) => (release = resolve));
          return performer.perform(call, signal);
        },
      };
    };

  beforeAll(async () => {
    cluster = await openCluster(binary ?? '', { ports: { createPerformer: performerOf('old') } });
  }, 60_000);
  afterAll(async () => {
    await cluster.stop();
    newer.close();
  });

  /** How many invocations each deployment has under way, by its id. */
  const listUnderWay = async (): Promise<ReadonlyMap<unknown, unknown>> => {
    const { admin } = cluster.server;
    const sql =
      'SELECT pinned_deployment_id AS id, count(1) AS under_way FROM sys_invocation GROUP BY pinned_deployment_id';
    const rows = await new Ingress({ ingress: admin, admin }).query(sql);
    return new Map(rows.map(({ id, under_way: count }) => [id, count]));
  };

  test('what is under way ends at the old one, what waits goes on at the new one, and then the old one may go', async () => {
    const start = async (): Promise<string> => {
      const started = await cluster.service.start({ workflow: cluster.write('orders', ORDERS), input: {} });
      if (!started.ok) throw new Error(started.error.message);
      return started.value.run.id;
    };
    const id = await start();
    await expect.poll(() => made, { timeout: 10_000 }).toEqual(['held by old']);
    const before = await listUnderWay();
    expect(before.size).toBe(1);

    const shared = { host: '127.0.0.1', port: 0, identityKeys: [], onProblem: () => undefined };
    const { ports } = cluster.given;
    const given = { ...cluster.given, ports: { ...ports, createPerformer: performerOf('new') } };
    newer = await openWorker({ ...shared, given, policy: 'ask' });
    await cluster.server.register(newer.address);
    release?.();
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    expect(made).toEqual(['held by old', 'after by old']);
    await cluster.service.control(id, { type: 'signal', name: 'go', payload: null });
    expect(await cluster.service.untilEnded(id, AbortSignal.timeout(20_000))).toMatchObject({ status: 'success' });
    expect(made).toEqual(['held by old', 'after by old', 'last by new']);

    const [old = ''] = [...before.keys()].map(String);
    await expect.poll(async () => (await listUnderWay()).has(old), { timeout: 10_000 }).toBe(false);
    const removed = await fetch(`${cluster.server.admin}/deployments/${old}?force=true`, { method: 'DELETE' });
    expect(removed.ok).toBe(true);
    const next = await start();
    await expect.poll(() => made.at(-1), { timeout: 10_000 }).toBe('held by new');
    release?.();
    await expect.poll(() => cluster.service.get(next), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
  });
});

const ORDERS = yaml`
  tasks:
    - { id: held, type: basic, use: core:hash, with: { text: a }, on_success: { next: after } }
    - { id: after, type: basic, use: core:hash, with: { text: b }, on_success: { next: wait } }
    - { id: wait, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: last } }
    - { id: last, type: basic, use: core:hash, with: { text: c } }
`;
