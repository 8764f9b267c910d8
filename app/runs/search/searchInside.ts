import { analysisOfInside, type InsideRun, loadInside } from '../../session/relatedRuns/index.ts';
import { followRun } from '../../session/run/index.ts';
import type { FollowedRun } from '../../session/runSteps/index.ts';
import { toRunSource } from '../parts/toRunSource.ts';
import { type RunQuery, RunSearch } from './RunSearch.ts';

/** A run inside of the one on screen that has what is looked for. */
export interface InsideHits {
  readonly run: InsideRun;
  /** Indexes of its events, ascending. */
  readonly hits: readonly number[];
  readonly nameOf: (taskId: string) => string;
}

/** The most runs inside that are read for one search. */
export const MOST_INSIDE = 200;

/** How long a search holds the page before it lets it draw and take keys, in ms. */
const TURN = 16;

/** The runs that the steps of a run have started, by id: the file of each. */
export const runsInside = followRun<Map<string, string>>(
  () => new Map(),
  (known, events) => {
    for (const event of events) if (event.type === 'child.reported') known.set(event.child.runId, event.child.file);
    return known;
  },
);

/** What a search of the runs inside asks of who shows it. */
interface InsideSearch {
  readonly query: RunQuery;
  /** The files of the workspace, which the texts of these runs import. */
  readonly files: ReadonlyMap<string, string>;
  /** A run inside by its id, once it is read. */
  readonly runOf: (runId: string) => InsideRun | null | undefined;
  readonly isWanted: () => boolean;
}

/** Looks through the runs inside of a run, and those inside of them, which are read for that; those that have nothing are omitted. */
export async function searchInside(run: FollowedRun, search: InsideSearch): Promise<readonly InsideHits[]> {
  const found: InsideHits[] = [];
  const left = [...runsInside(run).keys()];
  const seen = new Set<string>();
  while (seen.size < MOST_INSIDE) {
    const runId = left.shift();
    if (runId === undefined || !search.isWanted()) return found;
    if (seen.has(runId)) continue;
    seen.add(runId);
    await loadInside(runId);
    const inside = search.runOf(runId);
    if (inside == null) continue;
    left.push(...runsInside(inside).keys());
    const { nameOf } = toRunSource(analysisOfInside(inside, search.files));
    const hits = await findAll(inside, new RunSearch(search.query, nameOf), search.isWanted);
    if (hits.length > 0) found.push({ run: inside, hits, nameOf });
  }
  return found;
}

async function findAll(run: InsideRun, search: RunSearch, isWanted: () => boolean): Promise<readonly number[]> {
  const turns = search.advance(run);
  let until = performance.now() + TURN;
  while (turns.next().done !== true && isWanted()) {
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + TURN;
  }
  return search.hits;
}
