import { childRunId } from '../../hosts/node/index.ts';
import type { RunRow } from './contract.ts';
import type { StoredRuns } from './StoredRuns.ts';

/** Finds the rows of the runs that a run has started and that have not ended. */
type FindBelow = (runId: string) => Promise<readonly (readonly [runId: string, row: RunRow])[]>;

/** The row of a run as it is shown: it waits for signals and times only where all that it has started do so, too. */
export async function withFamilyStatus(runId: string, row: RunRow, findBelow: FindBelow): Promise<RunRow> {
  return (await isWaiting(runId, row, findBelow)) ? row : { ...row, status: 'running' };
}

/** False where one below a run that waits has something under way; true also for a run that does not wait. */
async function isWaiting(runId: string, { status, below = 0 }: RunRow, findBelow: FindBelow): Promise<boolean> {
  if (status !== 'waiting' || below === 0) return true;
  for (const [id, row] of await findBelow(runId)) {
    if (row.status === 'running' || row.status === 'queued') return false;
    if (!(await isWaiting(id, row, findBelow))) return false;
  }
  return true;
}

/** Finds them where they are stored. */
export function findStored(stored: StoredRuns): FindBelow {
  return async (runId) => {
    const below = await stored.below(runId);
    return below === null ? [] : [...(await stored.rowsOf(below.live.map(childRunId)))];
  };
}

/** Rows as they are shown, among which those of all runs are. */
export async function withFamilyStatuses(rows: ReadonlyMap<string, RunRow>): Promise<ReadonlyMap<string, RunRow>> {
  const below = new Map<string, (readonly [string, RunRow])[]>();
  for (const [id, row] of rows) {
    if (row.parent === null || row.endedAt !== null) continue;
    const siblings = below.get(row.parent.runId) ?? [];
    below.set(row.parent.runId, siblings);
    siblings.push([id, row]);
  }
  const findBelow: FindBelow = async (runId) => below.get(runId) ?? [];
  const shown = [...rows].map(async ([id, row]) => [id, await withFamilyStatus(id, row, findBelow)] as const);
  return new Map(await Promise.all(shown));
}
