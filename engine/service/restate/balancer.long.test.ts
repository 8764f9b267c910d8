import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_HAPROXY } from '../../testing/restate/openHaproxy.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { withThreeWorkers } from '../../testing/restate/threeWorkers.ts';

const binary = findRestateServer();

/** Items of a run, each of which leaves a file where it was made. */
const ITEMS = 300;

/**
 * What each worker makes at least. Of two taken by chance the one with fewer requests makes a call, and the worker that continues
 * the run answers late: of so few items it has made as few as 29 on a busy machine.
 */
const LEAST = ITEMS / 30;

const PATIENCE = 60_000;

describe.skipIf(!HAS_HAPROXY)('deploy/haproxy.cfg (skipped without HAProxy: apt-get install haproxy)', () => {
  describe.skipIf(binary === null)('before three workers', () => {
    const { folder, served } = withThreeWorkers(binary ?? '', 'balancer');
    beforeAll(() => writeFileSync(path.join(folder, 'wide.yaml'), WIDE));

    const run = async (first: number) => {
      const started = await served().service.start({ workflow: 'wide', input: { first } });
      if (!started.ok) throw new Error(JSON.stringify(started.error));
      return served().service.untilEnded(started.value.run.id, AbortSignal.timeout(PATIENCE));
    };

    /** Numbers of the items that each worker has made, of a run whose first is this one. */
    const madeFrom = (first: number): readonly (readonly number[])[] =>
      served().workers.folders.map((each) =>
        readdirSync(path.join(each, '.signalbox/files/wide'))
          .filter((name) => name.endsWith('.txt'))
          .map((name) => Number.parseInt(name, 10))
          .filter((item) => item >= first),
      );

    test('spreads the calls of one run over all of them', async () => {
      expect(await run(0)).toMatchObject({ status: 'success', error: null });
      const made = madeFrom(0);
      expect(made.flat()).toHaveLength(ITEMS);
      for (const each of made) expect(each.length).toBeGreaterThanOrEqual(LEAST);
    });

    test('leaves one out that has ended', async () => {
      process.kill(served().workers.pids[0] ?? 0, 'SIGKILL');
      expect(await run(ITEMS)).toMatchObject({ status: 'success', error: null });
      const [ended = [], ...others] = madeFrom(ITEMS);
      expect(ended).toEqual([]);
      expect(others.flat()).toHaveLength(ITEMS);
    });
  });
});

const WIDE = `
schema: { input: { type: object, properties: { first: { type: integer } } } }
tasks:
  - id: each
    type: collection
    config:
      items: '{{ range(workflow.input.first, workflow.input.first + ${ITEMS}) }}'
      mode: parallel
      max_concurrent: 60
    tasks:
      - { id: note, type: basic, use: core:file, with: { op: write, path: '{{ item }}.txt', text: x } }
`;
