import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { HAS_HAPROXY } from '../../testing/restate/openHaproxy.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { withThreeWorkers } from '../../testing/restate/threeWorkers.ts';
import { Ingress } from './Ingress.ts';
import { StoredRuns } from './StoredRuns.ts';

const binary = findRestateServer();

/** In `npm test` few items are spread by `runs.test.ts`, which also has a run of several invocations. */
const [ITEMS, EFFECTS, WAITING] = [10_000, 20_000, 2_000];

/** How many signals are sent side by side. */
const AT_ONCE = 100;

/** At most so many times the first thousand may the last thousand of them take. */
const GROWTH = 1.3;

/** Memory of a worker whose runs wait, at most, in bytes. */
const MEMORY = 300e6;

const PATIENCE = 3_600_000;

describe.skipIf(binary === null)('width and length on a Restate server', () => {
  const { folder, served } = withThreeWorkers(binary ?? '', 'scale');

  const start = async (name: string, text: string): Promise<string> => {
    writeFileSync(path.join(folder, `${name}.yaml`), text);
    const started = await served().service.start({ workflow: name, input: {} });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value.run.id;
  };

  const end = (id: string) => served().service.untilEnded(id, AbortSignal.timeout(PATIENCE));

  test('the items of one collection are spread over all workers, each made once', async () => {
    expect(await end(await start('wide', wide(ITEMS)))).toMatchObject({ status: 'success', error: null });
    const made = served().workers.folders.map((each) =>
      readdirSync(path.join(each, '.signalbox/files/wide')).filter((name) => name.endsWith('.txt')),
    );
    expect(new Set(made.flat()).size).toBe(ITEMS);
    expect(made.flat()).toHaveLength(ITEMS);
    const by = HAS_HAPROXY ? 'by requests' : 'by connections, since there is no HAProxy';
    console.log(`${ITEMS} items, ${by}: the workers made ${made.map(({ length }) => length).join(', ')}`);
    // A balancer of connections leaves it to the pool of Restate.
    for (const each of made) expect(each.length).toBeGreaterThanOrEqual(HAS_HAPROXY ? ITEMS / 5 : 1);
  });

  test.each([
    ['recorded together', 'hash', '{ text: x }'],
    ['recorded one by one', 'html', "{ html: '<p>x</p>', select: p }"],
  ])('a step of a long run costs what one of its first did, with calls %s', async (_, use, given) => {
    const id = await start(`long-${use}`, long(EFFECTS, `use: core:${use}, with: ${given}`));
    expect(await end(id)).toMatchObject({ status: 'success', error: null });
    const stored = new StoredRuns(new Ingress(served().server));
    const times: number[] = [];
    for await (const { inputs } of stored.chunks(id, 0, (await stored.read(id))?.row.chunks ?? 0))
      for (const { type, at } of inputs) if (type === 'effect.completed') times.push(at);
    expect(times).toHaveLength(EFFECTS);
    const [first, last] = [times.slice(0, 1_000), times.slice(-1_000)].map(spanOf);
    console.log(`${EFFECTS} calls of core:${use}: the first 1,000 took ${first} ms, the last ${last}`);
    expect(last).toBeLessThan(GROWTH * (first ?? 0));
  });

  test('runs that wait for a signal take no memory of the workers, and each goes on', async () => {
    const ids: string[] = [];
    for (let count = 0; count < WAITING; count += 1) ids.push(await start('waiting', WAIT));
    await expect
      .poll(
        () =>
          served()
            .service.waits()
            .then(({ length }) => length),
        { timeout: 60_000 },
      )
      .toBe(WAITING);
    for (const memory of served().workers.memory()) expect(memory).toBeLessThan(MEMORY);
    // A request is answered within a time; as many at once as a busy machine answers in it.
    for (let at = 0; at < WAITING; at += AT_ONCE)
      await Promise.all(
        ids
          .slice(at, at + AT_ONCE)
          .map((id) => served().service.control(id, { type: 'signal', name: 'go', payload: null })),
      );
    const ended = await Promise.all(ids.map(end));
    expect(ended.every((run) => run?.status === 'success')).toBe(true);
  });
});

/** From the first to the last of some times. */
function spanOf(times: readonly number[]): number {
  return (times.at(-1) ?? 0) - (times[0] ?? 0);
}

/** Items side by side, each of which writes a file into the folder of the worker that makes its call. */
function wide(items: number): string {
  return `
limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - id: each
    type: collection
    config: { items: '{{ range(0, ${items}) }}', mode: parallel, max_concurrent: 100 }
    tasks:
      - { id: note, type: basic, use: core:file, with: { op: write, path: '{{ item }}.txt', text: x } }
`;
}

/** Rounds of five steps, of which one is a call. */
function long(effects: number, call: string): string {
  const between = ['b', 'c', 'd'].map(
    (id, index) => `
  - id: ${id}
    type: decision
    config: { condition: '{{ true }}', routes: { 'true': ${['c', 'd', 'again'][index]} }, default: { next: end } }`,
  );
  return `
limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - { id: a, type: basic, ${call}, on_success: { next: b } }${between.join('')}
  - id: again
    type: decision
    config:
      condition: '{{ (tasks.again.output.value ?? 0) + 1 }}'
      routes: { '${effects}': end }
      default: { next: a }
`;
}

const WAIT = `
tasks:
  - { id: wait, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;
