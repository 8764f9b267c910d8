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
import { type Family, makeFamily } from '../../testing/family/makeFamily.ts';
import { WorkerFamilyHost } from '../../testing/family/WorkerFamilyHost.ts';
import { numRuns } from '../../testing/index.ts';
import { Dice } from '../../testing/simulation/Dice.ts';

/** `npm run test:long -- --seed N` begins here: a failure names its seed. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

/** A busy machine may take minutes for what an idle one does in seconds. */
const TIME = { timeout: numRuns(120_000) };

/** Commits of a family that is broken off at each of them: larger ones would take as long as all others together. */
const MOST_COMMITS = 60;

/** In turns of the clock: a tab begins a run in some tens. */
const TIMEOUT = '200ms';

/** `npm run test:long`: a crash both before and after each commit. */
const IS_LONG = numRuns(1) > 1;

// Loaded on first use, which would be counted in turns of the clock.
beforeAll(async () => {
  await Promise.all([import('./children/openChildren.ts'), import('./run/checkpoints.ts'), loadPatterns()]);
});

async function forSeeds(count: number, work: (family: Family) => Promise<void>): Promise<void> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const family = makeFamily(seed, TIMEOUT);
    try {
      await work(family);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`seed: ${seed}. ${reason}\n${JSON.stringify(family.files, null, 1)}`, { cause: error });
    }
  }
}

/** A family that nothing disturbs. */
async function runCalmly(
  family: Family,
): Promise<{ readonly runs: ReadonlyMap<string, RunRecord>; readonly commits: number }> {
  const host = new WorkerFamilyHost(family);
  await host.live();
  const { commits } = host;
  const runs = await readFamily(host);
  checkEnded(runs, host);
  if (!family.hasTimeout) checkUsage(runs);
  return { runs, commits };
}

test(
  'whichever tab crashes, runs and those they start end as if nothing had, and no recorded step runs again',
  TIME,
  async () => {
    const table = { runs: 0, failed: 0, cancelled: 0, crashed: 0 };
    const count = numRuns(25);
    await forSeeds(count, async (family) => {
      const calm = await runCalmly(family);
      for (const { view } of calm.runs.values()) {
        table.runs += 1;
        if (view.status === 'error') table.failed += 1;
        if (view.status === 'cancelled') table.cancelled += 1;
      }
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
    });
    if (IS_LONG) console.log(table);
    // It would prove little of families without failing or cancelled members.
    expect(table.runs / count).toBeGreaterThan(3);
    expect(table.failed / count).toBeGreaterThan(0.3);
    expect(table.cancelled).toBeGreaterThan(1);
    expect(table.crashed / count).toBeGreaterThan(0.7);
  },
);

test('a crash at any commit of a family changes nothing that it does', TIME, async () => {
  let count = 0;
  await forSeeds(numRuns(3), async (family) => {
    const calm = await runCalmly(family);
    if (calm.commits > MOST_COMMITS) return;
    count += 1;
    for (let write = 1; write <= calm.commits; write += 1)
      for (const isStored of IS_LONG ? [false, true] : [write % 2 === 0]) {
        const host = new WorkerFamilyHost(family);
        await host.live({ crash: { write, isStored } });
        await host.live();
        const runs = await readFamily(host);
        try {
          checkEnded(runs, host);
          compareFamilies(runs, calm.runs);
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new Error(`crash ${isStored ? 'after' : 'before'} commit ${write}: ${reason}`, { cause: error });
        }
      }
  });
  expect(count / numRuns(3)).toBeGreaterThan(0.3);
});

test('a family that is cancelled, and crashes while it is, leaves no run unfinished', TIME, async () => {
  let cancelled = 0;
  const count = numRuns(12);
  await forSeeds(count, async (family) => {
    const { commits } = await runCalmly(family);
    const dice = Dice.ofSeed(family.seed);
    const cancelAt = 1 + dice.roll(commits);
    const host = new WorkerFamilyHost(family);
    await host.live({ cancelAt, crash: { write: cancelAt + 1 + dice.roll(6), isStored: dice.chance(50) } });
    await host.live();
    const runs = await readFamily(host);
    checkEnded(runs, host);
    if ([...runs.values()].some(({ parent, view }) => parent === null && view.status === 'cancelled')) cancelled += 1;
  });
  expect(cancelled / count).toBeGreaterThan(0.4);
});
