import { numRuns } from '../numRuns.ts';
import { checkEnded, checkUsage, compareFamilies, type RanFamily, type RunRecord, readFamily } from './checkFamily.ts';
import type { Crash } from './MemoryDisk.ts';
import { type Family, makeFamily } from './makeFamily.ts';

/** `npm run test:long -- --seed N` begins here: a failure names its seed. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

/** A busy machine may take minutes for what an idle one does in seconds. */
export const FAMILY_TIME = { timeout: numRuns(120_000) };

/** `npm run test:long`: a crash both before and after each write. */
export const IS_LONG = numRuns(1) > 1;

/** Writes of a family that is broken off at each of them: larger ones would take as long as all others together. */
const MOST_WRITES = 60;

/** Does something with the families of so many seeds; an error names the seed and has the files. `timeout` as of `makeFamily`. */
export async function forSeeds(
  count: number,
  work: (family: Family) => Promise<void>,
  timeout?: string,
): Promise<void> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const family = makeFamily(seed, timeout);
    try {
      await work(family);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`seed: ${seed}. ${reason}\n${JSON.stringify(family.files, null, 1)}`, { cause: error });
    }
  }
}

/** A host as far as it is crashed and started again. */
interface CrashingHost extends RanFamily {
  live(life?: { readonly crash?: Crash }): Promise<unknown>;
}

/** The runs of a family that nothing disturbs, which are as they must be. */
export async function runCalmly(
  { hasTimeout }: Pick<Family, 'hasTimeout'>,
  host: CrashingHost,
): Promise<ReadonlyMap<string, RunRecord>> {
  await host.live();
  const runs = await readFamily(host);
  checkEnded(runs, host);
  if (!hasTimeout) checkUsage(runs);
  return runs;
}

/** How many runs of some families there were, and how many of them ended otherwise than well. */
export interface RunTable {
  runs: number;
  failed: number;
  cancelled: number;
}

/** Counts the runs of a family in a table. */
export function countRuns(table: RunTable, runs: ReadonlyMap<string, RunRecord>): void {
  for (const { view } of runs.values()) {
    table.runs += 1;
    if (view.status === 'error') table.failed += 1;
    if (view.status === 'cancelled') table.cancelled += 1;
  }
}

/**
 * Crashes a family at each of its writes, each time in a host of its own: it ends as if nothing had happened. False where it has
 * too many writes for that.
 */
export async function crashEverywhere(
  { writes, calm }: { readonly writes: number; readonly calm: ReadonlyMap<string, RunRecord> },
  openHost: () => CrashingHost,
): Promise<boolean> {
  if (writes > MOST_WRITES) return false;
  for (let write = 1; write <= writes; write += 1)
    for (const isStored of IS_LONG ? [false, true] : [write % 2 === 0]) {
      const host = openHost();
      await host.live({ crash: { write, isStored } });
      await host.live();
      const runs = await readFamily(host);
      try {
        checkEnded(runs, host);
        compareFamilies(runs, calm);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`crash ${isStored ? 'after' : 'before'} write ${write}: ${reason}`, { cause: error });
      }
    }
  return true;
}
