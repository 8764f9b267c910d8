import type { RunServer, RunSummary } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { listServedPage } from '../servers/requests.ts';
import { describeProblem } from '../servers/wire.ts';
import type { ServedRun } from '../store/State.ts';

/** How many rows are read at first, and then at a time: those that fill a screen come at once. */
const FIRST = 100;
const NEXT = 1_000;

/** How many runs of one server are listed at most. */
const MOST_SERVED = 2_000;

/** All runs of a stretch of time, the newest first. */
export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Begins after this and ends with this, both included, in ms since the epoch. */
  readonly newest: number;
  readonly oldest: number;
}

/** Reads the runs of this browser, the newest first, until all are there or `isOver`. `isNewest`: only the first page. */
export async function readPages(
  deliver: (page: RunPage) => void,
  { isOver, isNewest = false }: { readonly isOver: () => boolean; readonly isNewest?: boolean },
): Promise<void> {
  try {
    let newest = Number.POSITIVE_INFINITY;
    for (let limit = FIRST; ; ) {
      // The bound is omitted by the engine: runs that started in the ms of the last row come again.
      const before = Number.isFinite(newest) ? { before: newest + 1 } : {};
      const runs = (await enginePort()?.engine.listRuns({ limit, ...before })) ?? [];
      if (isOver()) return;
      const isLast = runs.length < limit;
      const oldest = isLast ? Number.NEGATIVE_INFINITY : (runs.at(-1)?.startedAt ?? 0);
      deliver({ runs, newest, oldest });
      if (isLast || isNewest) return;
      // More runs than a page holds started at once.
      limit = oldest === newest ? limit * 2 : NEXT;
      newest = oldest;
    }
  } catch (error) {
    ignoreWorkerExit(error);
  }
}

/** The known runs with a page in the place of what they had of its time; the oldest run of a page may have others next to it. */
export function mergePage(
  known: ReadonlyMap<string, RunSummary>,
  { runs, newest, oldest }: RunPage,
): ReadonlyMap<string, RunSummary> {
  const isOutside = ({ startedAt }: RunSummary): boolean => startedAt >= newest || startedAt <= oldest;
  return new Map([...[...known].filter(([, run]) => isOutside(run)), ...runs.map((run) => [run.runId, run] as const)]);
}

/** Reads the runs of a server, the newest first; answers with why it did not answer, or what of its list cannot be read, in a sentence, or null. */
export async function readServedPages(
  server: RunServer,
  deliver: (runs: readonly ServedRun[]) => void,
  isOver: () => boolean,
): Promise<string | null> {
  let all: readonly ServedRun[] = [];
  let problem: string | null = null;
  for (let cursor: string | null = null; ; ) {
    const page = await listServedPage(server, cursor);
    if (isOver()) return null;
    if (!page.ok) return describeProblem(server.address, page.error);
    all = [...all, ...page.value.runs];
    problem ??= page.value.problem;
    deliver(all);
    cursor = page.value.next;
    if (cursor === null || all.length >= MOST_SERVED) return problem;
  }
}
