import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import {
  checkEnded,
  checkRepeats,
  checkUsage,
  compareFamilies,
  promise,
  type RunRecord,
  readFamily,
} from '../../testing/family/checkFamily.ts';
import { FamilyHost, ROOT } from '../../testing/family/FamilyHost.ts';
import {
  countRuns,
  crashEverywhere,
  FAMILY_TIME,
  forSeeds,
  IS_LONG,
  runCalmly,
} from '../../testing/family/forSeeds.ts';
import type { Family } from '../../testing/family/makeFamily.ts';
import { numRuns } from '../../testing/index.ts';
import { Dice } from '../../testing/simulation/Dice.ts';

beforeAll(() => loadPatterns());

interface CalmFamily {
  readonly runs: ReadonlyMap<string, RunRecord>;
  readonly writes: number;
}

/** A family that nothing disturbs. */
async function runAlone(family: Family): Promise<CalmFamily> {
  const host = new FamilyHost(family);
  return { runs: await runCalmly(family, host), writes: host.disk.writes };
}

function depthOf(runs: ReadonlyMap<string, RunRecord>, runId: string | null): number {
  return runId === null ? -1 : 1 + depthOf(runs, runs.get(runId)?.parent ?? null);
}

test(
  'whatever crashes, runs and those they start end as if nothing had, and no recorded step runs again',
  FAMILY_TIME,
  async () => {
    const table = { runs: 0, three: 0, failed: 0, cancelled: 0, crashed: 0 };
    const count = numRuns(8, 200);
    await forSeeds(count, async (family) => {
      const calm = await runAlone(family);
      countRuns(table, calm.runs);
      table.three += [...calm.runs.keys()].filter((runId) => depthOf(calm.runs, runId) === 3).length;
      const dice = Dice.ofSeed(family.seed);
      const host = new FamilyHost(family);
      for (let left = dice.chance(70) ? 1 : 2; left > 0; left -= 1) {
        const view = await host.live({ crash: { write: 1 + dice.roll(calm.writes), isStored: dice.chance(50) } });
        if (view === null) table.crashed += 1;
      }
      await host.live();
      const runs = await readFamily(host);
      checkEnded(runs, host);
      compareFamilies(runs, calm.runs);
      if (!family.hasTimeout) checkUsage(runs);
    });
    if (IS_LONG) console.log(table);
    // It would prove little of families without failing, cancelled or deep members.
    expect(table.runs / count).toBeGreaterThan(3);
    expect(table.three / count).toBeGreaterThan(0.5);
    expect(table.failed / count).toBeGreaterThan(0.3);
    expect(table.cancelled / count).toBeGreaterThan(0.05);
    expect(table.crashed / count).toBeGreaterThan(0.7);
  },
);

test('a crash at any write of any journal of a family changes nothing that it does', FAMILY_TIME, async () => {
  let count = 0;
  const seeds = numRuns(2, 4);
  await forSeeds(seeds, async (family) => {
    const calm = await runAlone(family);
    const isDone = await crashEverywhere({ writes: calm.writes, calm: calm.runs }, () => new FamilyHost(family));
    if (isDone) count += 1;
  });
  expect(count / seeds).toBeGreaterThan(0.4);
});

test.each(['no', 'ask'] as const)(
  'nothing in a family that a crash cuts off is made twice under the word %s, but what a key or a person lets pass',
  FAMILY_TIME,
  async (repeat) => {
    const counts = { undecided: 0, asked: 0 };
    const count = numRuns(10, 100);
    await forSeeds(count, async (made) => {
      if (made.hasTimeout) return;
      const family = repeat === 'ask' ? withAskingAgents(made) : made;
      const { writes } = await runAlone(family);
      const dice = Dice.ofSeed(family.seed);
      const host = new FamilyHost(family);
      await host.live({ crash: { write: 1 + dice.roll(writes), isStored: dice.chance(50) } });
      let view = await host.live({ repeat });
      if (view?.status === 'running') {
        counts.undecided += 1;
        promise(view.paused?.reason === 'interrupted', `it is paused by ${view.paused?.reason ?? 'nothing'}`);
        await host.live({ repeat });
        checkRepeats(host, repeat);
        view = await host.live({ repeat, answer: dice.chance(50) });
      }
      promise(view !== null && view.status !== 'running', 'it has not ended once all was decided');
      checkEnded(await readFamily(host), host);
      counts.asked += checkRepeats(host, repeat);
    });
    // Requests have a key here; calls of models have none, and their agents say that a person is asked.
    if (repeat === 'ask') expect(Math.min(counts.undecided, counts.asked)).toBeGreaterThan(0);
    else expect(counts.undecided).toBe(0);
  },
);

test('a family that is cancelled, and crashes while it is, leaves no run unfinished', FAMILY_TIME, async () => {
  let cancelled = 0;
  const count = numRuns(12, 50);
  await forSeeds(count, async (family) => {
    const { writes } = await runAlone(family);
    const dice = Dice.ofSeed(family.seed);
    const cancelAt = 1 + dice.roll(writes);
    const host = new FamilyHost(family);
    await host.live({ cancelAt, crash: { write: cancelAt + 1 + dice.roll(8), isStored: dice.chance(50) } });
    await host.live();
    const runs = await readFamily(host);
    checkEnded(runs, host);
    if (runs.get(ROOT)?.view.status === 'cancelled') cancelled += 1;
  });
  expect(cancelled / count).toBeGreaterThan(0.5);
});

test('a family that passes its budget again and again ends as one without', FAMILY_TIME, async () => {
  let pauses = 0;
  const count = numRuns(12, 50);
  await forSeeds(count, async (family) => {
    if (family.hasTimeout) return;
    const calm = await runAlone(family);
    const dice = Dice.ofSeed(family.seed);
    const step = 1 + dice.roll(8);
    const host = new FamilyHost(family, undefined, { budget: { tokens: step } });
    let view = await host.live();
    for (let tokens = 2 * step; view !== null && view.status === 'running'; tokens += step) {
      promise(view.paused?.reason === 'budget', `it stopped and is paused by ${view.paused?.reason ?? 'nothing'}`);
      pauses += 1;
      const crash = { write: 1 + dice.roll(20), isStored: dice.chance(50) };
      const inputs = [{ type: 'run.resumed', budget: { tokens } }] as const;
      view = await host.live({ inputs, ...(dice.chance(30) ? { crash } : {}) });
      view ??= await host.live();
    }
    const runs = await readFamily(host);
    checkEnded(runs, host);
    compareFamilies(runs, calm.runs);
    checkUsage(runs);
  });
  expect(pauses / count).toBeGreaterThan(0.5);
});

/** A family whose agents ask before a model is asked again. */
function withAskingAgents(family: Family): Family {
  const files = Object.entries(family.files).map(([file, text]) => [
    file,
    text.replaceAll('"model":"gpt-4.1"', '"model":"gpt-4.1","repeat":"ask"'),
  ]);
  return { ...family, files: Object.fromEntries(files) };
}
