import { fits } from '../fits.ts';
import type { ServedRunQuery } from '../RunService.ts';
import type { RunRow } from './contract.ts';

type RunEntry = readonly [runId: string, row: RunRow];

/**
 * The runs of a query, the newest first; those of one instant by id. `next`: the cursor of the page after; null: there is none.
 * Null where the cursor of the query is none of these.
 */
export function pageOf(
  rows: ReadonlyMap<string, RunRow>,
  { cursor, limit, ...filter }: ServedRunQuery,
): { readonly found: readonly RunEntry[]; readonly next: string | null } | null {
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && after === null) return null;
  const matching = [...rows]
    .filter(([, row]) => row.parent === null)
    .filter(([, row]) => fits(row, filter))
    .filter((entry) => after === null || compare(after, toPlace(entry)) < 0)
    .sort((a, b) => compare(toPlace(a), toPlace(b)));
  const found = matching.slice(0, limit);
  const last = found.at(-1);
  const hasMore = matching.length > found.length && last !== undefined;
  return { found, next: hasMore ? `${last[1].queuedAt}~${last[0]}` : null };
}

interface PageCursor {
  readonly queuedAt: number;
  readonly runId: string;
}

function toPlace([runId, { queuedAt }]: RunEntry): PageCursor {
  return { runId, queuedAt };
}

function compare(a: PageCursor, b: PageCursor): number {
  if (a.queuedAt !== b.queuedAt) return b.queuedAt - a.queuedAt;
  return a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0;
}

/** The place of the last run on the page before; null for what is no cursor. */
function readCursor(cursor: string): PageCursor | null {
  const found = /^(\d+(?:\.\d+)?)~(.+)$/.exec(cursor);
  return found === null ? null : { queuedAt: Number(found[1]), runId: found[2] ?? '' };
}
