import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../run/index.ts';
import { type Fleet, openFleet } from '../../testing/restate/openFleet.ts';
import { ordersAtOnce, ordersInTurn } from '../../testing/restate/orders.ts';
import { type RestateNodes, startNodes } from '../../testing/restate/startNodes.ts';
import { findRestatectl, findRestateServer, takePorts } from '../../testing/restate/startRestate.ts';
import { RestateError } from './Ingress.ts';

const [binary, restatectl] = [findRestateServer(), findRestatectl()];

/** Under way while a node is killed. In `npm test` the one server of `kills.test.ts` is. */
const RUNS = 24;

const KILLED = [1, 2, 3];

/** Calls of one run. */
const STEPS = 60;

describe.skipIf(binary === null || restatectl === null)('a cluster of three nodes', () => {
  let cluster: RestateNodes;
  let fleet: Fleet;

  beforeAll(async () => {
    cluster = await startNodes(binary ?? '', restatectl ?? '');
    fleet = await openFleet(cluster);
    const [port = 0] = await takePorts(1);
    await fleet.startWorker(port);
    await cluster.register(`http://127.0.0.1:${port}`);
    fleet.write('in-turn', ordersInTurn(fleet.url, STEPS));
    fleet.write('at-once', ordersAtOnce(fleet.url, STEPS));
  }, 120_000);
  afterAll(async () => {
    await fleet.stop();
    await cluster.stop();
  }, 30_000);

  test.each(KILLED)(
    'runs end right while node %d is killed, and nothing that was recorded is done again',
    async (killed) => {
      const node = cluster.nodes[killed - 1];
      if (node === undefined) throw new Error(`There is no node ${killed}`);
      // All of them have begun, and none is far, when the node is killed.
      fleet.hold();
      const workflows = Array.from({ length: RUNS }, (_, index) => (index % 2 === 0 ? 'in-turn' : 'at-once'));
      const ids = await Promise.all(
        workflows.map(async (workflow) => {
          const runId = `run-${randomUUID()}`;
          const started = await untilAnswered(() => fleet.service.start({ workflow, input: {}, runId }));
          if (!started.ok) throw new Error(started.error.message);
          return started.value.run.id;
        }),
      );
      const ofThese = (): readonly (readonly number[])[] =>
        [...fleet.arrivals].flatMap(([key, times]) => (ids.includes(key.slice(0, key.indexOf('/'))) ? [times] : []));
      fleet.release();
      await expect.poll(() => ofThese().length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(2 * RUNS);
      await node.kill();
      const atKill = ofThese().length;
      const ended = await Promise.all(
        ids.map((id) => untilAnswered(() => fleet.service.untilEnded(id, AbortSignal.timeout(120_000)))),
      );
      node.spawn();
      await node.untilReady();
      expect(atKill).toBeLessThan(RUNS * STEPS);
      expect(ended.map((run) => run?.status)).toEqual(ids.map(() => 'success'));
      const made = ofThese();
      expect(made).toHaveLength(RUNS * STEPS);
      // Calls between the requests reach nothing.
      const recorded = (await Promise.all(ids.map(listRecorded))).flat().filter(([key]) => fleet.arrivals.has(key));
      expect(recorded).toHaveLength(RUNS * STEPS);
      for (const [key, at] of recorded)
        expect(Math.max(...(fleet.arrivals.get(key) ?? [])), key).toBeLessThanOrEqual(at);
      const again = made.filter(({ length }) => length > 1).length;
      console.log(
        `${RUNS} runs, ${made.length} calls, ${atKill} of them when node ${killed} was killed; ${again} made again, none after it was recorded`,
      );
    },
    180_000,
  );

  /** When the outcome of each call of a run arose, by its key. */
  const listRecorded = async (id: string): Promise<readonly (readonly [string, number])[]> => {
    const events: RunEvent[] = [];
    for (let isLast = false; !isLast; ) {
      const page = await untilAnswered(() => fleet.service.events(id, { after: events.length, limit: 1_000 }));
      if (page === null) throw new Error(`${id} is gone`);
      events.push(...page.events.map(({ event }) => event));
      isLast = page.isLast;
    }
    return events.flatMap((event) => (event.type === 'effect.completed' ? [[event.key, event.at] as const] : []));
  };
});

/** A request that reaches a node at the moment it loses another one, or comes back, may get no answer: it is made again. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RestateError)) throw error;
    }
}
