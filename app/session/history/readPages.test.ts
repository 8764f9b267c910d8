import { beforeEach, expect, it } from 'vitest';
import type { RunQuery, RunSummary } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { mergePage, type RunPage, readPages } from './readPages.ts';

const row = (runId: string, startedAt: number): RunSummary => ({
  runId,
  path: 'a.yaml',
  name: null,
  status: 'success',
  startedAt,
  endedAt: startedAt,
  simulate: false,
  simulated: false,
});

/** As the engine lists: the newest first, from before a moment. */
function listing(rows: readonly RunSummary[], asked: RunQuery[]) {
  const sorted = [...rows].sort((one, other) => other.startedAt - one.startedAt);
  return async (query: RunQuery = {}): Promise<readonly RunSummary[]> => {
    asked.push(query);
    return sorted.filter(({ startedAt }) => startedAt < (query.before ?? Infinity)).slice(0, query.limit);
  };
}

function open(rows: readonly RunSummary[]): readonly RunQuery[] {
  const asked: RunQuery[] = [];
  const engine = idleEngine({ listRuns: listing(rows, asked) });
  setEngine({ engine, restart: () => undefined, onFailure: () => () => undefined });
  return asked;
}

async function readAll(): Promise<ReadonlyMap<string, RunSummary>> {
  let known: ReadonlyMap<string, RunSummary> = new Map();
  await readPages((page) => (known = mergePage(known, page)), { isOver: () => false });
  return known;
}

beforeEach(() => resetSession({}));

it('reads a screenful first, and then all runs, page by page', async () => {
  const asked = open(Array.from({ length: 2_500 }, (_, at) => row(`r${at}`, at)));
  expect((await readAll()).size).toBe(2_500);
  expect(asked.map(({ limit }) => limit)).toEqual([100, 1_000, 1_000, 1_000]);
});

it('loses none of the runs that started in the same ms, however many', async () => {
  const rows = Array.from({ length: 2_300 }, (_, at) => row(`r${at}`, at < 2_200 ? 7 : at));
  open(rows);
  expect((await readAll()).size).toBe(2_300);
});

it('stops once it is over', async () => {
  const asked = open(Array.from({ length: 500 }, (_, at) => row(`r${at}`, at)));
  const pages: RunPage[] = [];
  await readPages((page) => pages.push(page), { isOver: () => pages.length === 1 });
  expect(asked).toHaveLength(2);
  expect(pages).toHaveLength(1);
});

it('takes a page in the place of what was known of its time, so that a deleted run goes', () => {
  const known = new Map([row('old', 1), row('gone', 5), row('kept', 9)].map((run) => [run.runId, run]));
  const page = { runs: [row('kept', 9), row('new', 4)], newest: Number.POSITIVE_INFINITY, oldest: 4 };
  expect([...mergePage(known, page).keys()].sort()).toEqual(['kept', 'new', 'old']);
});
