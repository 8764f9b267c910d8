import type { RunSummary } from '#engine/worker';
import { enginePort } from '../document/engine.ts';
import { listWaits } from '../servers/requests.ts';
import { session } from '../store/store.ts';

/** How many unfinished runs of this browser are looked at. */
export const MOST_UNFINISHED = 200;

/** What is under way in this browser. */
export interface OwnRuns {
  /** The unfinished runs that a person started, at most {@link MOST_UNFINISHED}, newest first; none that was interrupted. */
  readonly running: readonly string[];
  /** How many of their tasks wait for a signal, and of those of the runs that they have started. */
  readonly waits: number;
}

/** Looks at the runs that this browser executes. Rejects where the history cannot be read. */
export async function countOwn(): Promise<OwnRuns> {
  const rows = (await enginePort()?.engine.listRuns({ status: 'running', limit: MOST_UNFINISHED })) ?? [];
  return {
    running: rows.filter(({ status }) => status === 'running').map(({ runId }) => runId),
    waits: sum(await Promise.all(rows.map(countRun))),
  };
}

/** How many answers the runs of all servers wait for; of one that does not answer, none is counted. */
export async function countServedWaits(): Promise<number> {
  const { servers } = session.getState().workspace;
  const listed = await Promise.all(servers.map(listWaits));
  return sum(listed.map((waits) => (waits.ok ? waits.value.length : 0)));
}

async function countRun({ runId, status, waits = 0 }: RunSummary): Promise<number> {
  if (status !== 'running') return 0;
  const inside = (await enginePort()?.engine.listRuns({ parent: runId, status: 'running' })) ?? [];
  return waits + sum(await Promise.all(inside.map(countRun)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
