import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import {
  checkEnded,
  checkUsage,
  compareFamilies,
  type RunRecord,
  readFamily,
} from '../../testing/family/checkFamily.ts';
import {
  countRuns,
  crashEverywhere,
  FAMILY_TIME,
  forSeeds,
  IS_LONG,
  runCalmly,
} from '../../testing/family/forSeeds.ts';
import type { Family } from '../../testing/family/makeFamily.ts';
import { WorkerFamilyHost } from '../../testing/family/WorkerFamilyHost.ts';
import { numRuns } from '../../testing/index.ts';
import { Dice } from '../../testing/simulation/Dice.ts';

/** In turns of the clock: a tab begins a run in some tens. */
const TIMEOUT = '200ms';

// Loaded on first use, which would be counted in turns of the clock.
beforeAll(async () => {
  await Promise.all([import('./children/openChildren.ts'), import('./run/open/checkpoints.ts'), loadPatterns()]);
});

/** A family that nothing disturbs. */
async function runAlone(
  family: Family,
): Promise<{ readonly runs: ReadonlyMap<string, RunRecord>; readonly commits: number }> {
  const host = new WorkerFamilyHost(family);
  return { runs: await runCalmly(family, host), commits: host.commits };
}

test(
  'whichever tab crashes, runs and those they start end as if nothing had, and no recorded step runs again',
  FAMILY_TIME,
  async () => {
    const table = { runs: 0, failed: 0, cancelled: 0, crashed: 0 };
    const count = numRuns(5, 25);
    await forSeeds(
      count,
      async (family) => {
        const calm = await runAlone(family);
        countRuns(table, calm.runs);
        const dice = Dice.ofSeed(family.seed);
        const host = new WorkerFamilyHost(family);
        for (let left = dice.chance(70) ? 1 : 2; left > 0; left -= 1) {
          const isEnded = await host.live({ crash: { write: 1 + dice.roll(calm.commits), isStored: dice.chance(50) } });
          if (!isEnded) table.crashed += 1;
          else break;
        }
        await host.live();
        const runs = await readFamily(host);
        checkEnded(runs, host);
        compareFamilies(runs, calm.runs);
        if (!family.hasTimeout) checkUsage(runs);
      },
      TIMEOUT,
    );
    if (IS_LONG) console.log(table);
    // It would prove little of families without failing or cancelled members.
    expect(table.runs / count).toBeGreaterThan(3);
    expect(table.failed / count).toBeGreaterThan(0.3);
    expect(table.cancelled / count).toBeGreaterThan(0.05);
    expect(table.crashed / count).toBeGreaterThan(0.7);
  },
);

test('a crash at any commit of a family changes nothing that it does', FAMILY_TIME, async () => {
  let count = 0;
  const seeds = numRuns(2, 3);
  await forSeeds(
    seeds,
    async (family) => {
      const calm = await runAlone(family);
      const isDone = await crashEverywhere(
        { writes: calm.commits, calm: calm.runs },
        () => new WorkerFamilyHost(family),
      );
      if (isDone) count += 1;
    },
    TIMEOUT,
  );
  expect(count / seeds).toBeGreaterThan(0.3);
});

test('a family that is cancelled, and crashes while it is, leaves no run unfinished', FAMILY_TIME, async () => {
  let cancelled = 0;
  const count = numRuns(4, 12);
  await forSeeds(
    count,
    async (family) => {
      const { commits } = await runAlone(family);
      const dice = Dice.ofSeed(family.seed);
      const cancelAt = 1 + dice.roll(commits);
      const host = new WorkerFamilyHost(family);
      await host.live({ cancelAt, crash: { write: cancelAt + 1 + dice.roll(6), isStored: dice.chance(50) } });
      await host.live();
      const runs = await readFamily(host);
      checkEnded(runs, host);
      if ([...runs.values()].some(({ parent, view }) => parent === null && view.status === 'cancelled')) cancelled += 1;
    },
    TIMEOUT,
  );
  expect(cancelled / count).toBeGreaterThan(0.4);
});
