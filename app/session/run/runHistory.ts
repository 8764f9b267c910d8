import type { RunQuery, RunSummary } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import type { RunFilter } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { runRuntime } from './runtime.ts';

/** How many runs more are shown at a time. */
const PAGE = 50;

/** How many rows are read at a time while the filter looks for some. */
const CHUNK = 200;

/** Reads the history again, newest first, as much of it as is shown. */
export async function refreshRuns(): Promise<void> {
  await readRuns(Math.max(PAGE, session.getState().run.history.length));
}

/** Notes in the rows whether a run only waits. */
export function noteIdle(runId: string, isIdle: boolean): void {
  runRuntime.idle.set(runId, isIdle);
  const { history } = session.getState().run;
  if (history.some((row) => row.runId === runId)) update({ run: { history: history.map(withIdle) } });
}

/** A row with what the engine told last of it. */
function withIdle(row: RunSummary): RunSummary {
  const isIdle = runRuntime.idle.get(row.runId);
  return isIdle === undefined || isIdle === row.isIdle ? row : { ...row, isIdle };
}

/** Shows the next page of the history. */
export async function showMoreRuns(): Promise<void> {
  await readRuns(session.getState().run.history.length + PAGE);
}

/** Shows only runs that fit. */
export async function filterRuns(change: Partial<RunFilter>): Promise<void> {
  update({ run: { filter: { ...session.getState().run.filter, ...change } } });
  await readRuns(PAGE);
}

/** Keeps a run for ever, or no longer. */
export async function keepRun(runId: string, isKept: boolean): Promise<void> {
  await change(() => enginePort()?.engine.keepRun(runId, isKept));
}

/** Removes a run from the history. */
export async function deleteRun(runId: string): Promise<void> {
  const isDone = await change(() => enginePort()?.engine.deleteRun(runId));
  const { shown } = session.getState().run;
  const isGone = shown?.runId === runId || shown?.parent?.root === runId;
  if (isDone && isGone) update({ run: { shown: null } });
}

/** A run as a text to save; null where there is none, which a notice says. */
export async function exportRun(runId: string): Promise<string | null> {
  let text: string | null = null;
  const isDone = await change(async () => {
    text = (await enginePort()?.engine.exportRun(runId)) ?? null;
  });
  if (isDone && text === null) notify({ kind: 'warning', message: 'That run is no longer kept.' });
  return text;
}

async function change(work: () => Promise<void> | undefined): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
    return false;
  } finally {
    await refreshRuns();
  }
}

async function readRuns(count: number): Promise<void> {
  runRuntime.asked += 1;
  const mine = runRuntime.asked;
  try {
    const found = await findRuns(session.getState().run.filter, count + 1);
    if (found === null || mine !== runRuntime.asked) return;
    update({ run: { history: found.slice(0, count).map(withIdle), hasMore: found.length > count } });
  } catch (error) {
    ignoreWorkerExit(error);
  }
}

/** The newest runs that fit, at most `count`. */
async function findRuns(filter: RunFilter, count: number): Promise<readonly RunSummary[] | null> {
  const { engine } = enginePort() ?? {};
  if (engine === undefined) return null;
  const found: RunSummary[] = [];
  const isPlain = filter.text.trim() === '' && filter.status !== 'interrupted' && filter.status !== 'running';
  const limit = isPlain ? count : Math.max(CHUNK, count);
  for (let before: number | undefined; ; ) {
    const rows = await engine.listRuns({ ...toQuery(filter), limit, ...(before === undefined ? {} : { before }) });
    found.push(...rows.filter((row) => fits(row, filter)));
    const oldest = rows.at(-1)?.startedAt;
    if (found.length >= count || rows.length < limit || oldest === undefined) return found.slice(0, count);
    before = oldest;
  }
}

function toQuery({ path, status }: RunFilter): RunQuery {
  const kept = status === 'interrupted' ? 'running' : status;
  return { ...(path === null ? {} : { path }), ...(kept === null ? {} : { status: kept }) };
}

/** What a query cannot ask for: words, and whether a run without an end is executed anywhere. */
function fits(row: RunSummary, { status, text }: RunFilter): boolean {
  if (status !== null && row.status !== status) return false;
  const condition = row.paused !== undefined ? 'paused' : `${row.isIdle === true ? 'waiting' : ''} ${row.signal ?? ''}`;
  const words = `${row.path} ${row.name ?? ''} ${row.status} ${condition}`.toLowerCase();
  return words.includes(text.trim().toLowerCase());
}
