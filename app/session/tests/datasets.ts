import type { EngineWorker } from '#engine/worker';
import { enginePort, notifyFailure, reachOut } from '../document/engine.ts';
import { announce, notify } from '../store/notices.ts';
import type { DatasetAnswers, DatasetProgress, DatasetResult, EarlierGrid, PlayedGrid } from '../store/ProofState.ts';
import { session, update } from '../store/store.ts';
import { loadPrices, plainPrices } from '../workspace/prices.ts';
import { type DatasetPlace, datasetFiles, writeAnswers } from './datasetFiles.ts';
import { keyOf } from './listTests.ts';
import { repaintCoverage } from './paintCoverage.ts';

/** How a dataset is played. */
interface Playing {
  /** What it is compared with; absent: its last result. */
  readonly other?: { readonly name: string; readonly grid: EarlierGrid };
  /** Within which budget calls that have no kept answer are made for real; absent: none is made. */
  readonly live?: LiveBounds;
}

/** Within which budget calls are made for real: at least one of them is said. */
export interface LiveBounds {
  readonly limits: { readonly calls?: number; readonly tokens?: number; readonly cost?: number };
  /** Whether what is kept is asked for again. */
  readonly isFresh: boolean;
}

/** How many cells are played at a time where answers are waited for. */
const WIDTH = 4;

/**
 * Plays a dataset on the texts as they are, and compares it with another result, or else with its last one. Calls are made for real only within
 * a budget, and once the workflow and its tests are trusted, which the user is asked.
 */
export async function playDataset(place: DatasetPlace, playing: Playing = {}): Promise<void> {
  const state = session.getState();
  const { files } = state.document.workspace;
  const known = state.run.grids.get(keyOf(place));
  if (!files.has(place.path) || enginePort() === null || (known !== undefined && known.progress !== null)) return;
  const last = known?.result ?? null;
  keep(place, { ...(known ?? EMPTY), progress: { done: 0, total: 0, answers: NONE } });
  try {
    const played = await play(place, playing, last);
    if (played === null) {
      keep(place, { ...(known ?? EMPTY), progress: null });
      return;
    }
    const against = playing.other?.name ?? (last === null ? null : 'the result before');
    keep(place, {
      result: played.ok ? played : last,
      wrong: played.ok ? null : played.message,
      progress: null,
      files,
      against: played.ok ? against : (known?.against ?? null),
    });
    repaintCoverage();
    announce(played.ok ? describe(played) : played.message);
    if (played.ok && playing.live !== undefined) await writeAnswers(place, played.kept);
  } catch (error) {
    keep(place, { ...(session.getState().run.grids.get(keyOf(place)) ?? EMPTY), progress: null });
    notifyFailure('The dataset was not played to its end.', error);
  }
}

/** Null where it may not be asked. */
async function play(
  place: DatasetPlace,
  { other, live }: Playing,
  last: DatasetResult | null,
): Promise<Awaited<ReturnType<EngineWorker['playDataset']>> | null> {
  const inner = enginePort()?.engine;
  await loadPrices();
  const state = session.getState();
  const text = state.document.workspace.files.get(place.path);
  if (text === undefined || inner === undefined) return null;
  const files = await datasetFiles(state, place);
  const request = { ...place, text, files, prices: plainPrices(state) };
  const before = other?.grid ?? last?.grid ?? null;
  const deliver = (progress: DatasetProgress): boolean => {
    const now = session.getState().run.grids.get(keyOf(place));
    if (now === undefined || now.progress === null) return false;
    keep(place, { ...now, progress });
    return true;
  };
  if (live === undefined) return inner.playDataset(request, before, deliver);
  const path = state.run.tested.get(place.path)?.found.workflow ?? null;
  if (path === null) return null;
  const { variables } = state.workspace;
  return reachOut({ type: 'file', path, tests: place.path }, (engine) =>
    engine.askDataset(request, { before, live: { ...live, variables, width: WIDTH } }, deliver),
  );
}

/** Ends what is played, after the cells that are on. */
export function stopDataset(place: DatasetPlace): void {
  const known = session.getState().run.grids.get(keyOf(place));
  if (known !== undefined) keep(place, { ...known, progress: null });
}

/** Plays a dataset once more, and compares it with a result that `signalbox test --json` printed. */
export async function compareDataset(place: DatasetPlace, name: string, text: string): Promise<void> {
  const { result } = session.getState().run.grids.get(keyOf(place)) ?? EMPTY;
  const grid = result === null ? null : findGrid(text, result.grid.name);
  if (grid === null) {
    const message = `${name} has no result of this dataset. Choose a file that signalbox test --json printed, or one saved here.`;
    notify({ kind: 'error', message });
    return;
  }
  await playDataset(place, { other: { name, grid } });
}

const NONE: DatasetAnswers = { asked: 0, kept: 0, missing: 0, tokens: 0, cost: 0 };

const EMPTY: PlayedGrid = { result: null, wrong: null, progress: null, files: new Map(), against: null };

function keep(place: DatasetPlace, grid: PlayedGrid): void {
  update({ run: { grids: new Map(session.getState().run.grids).set(keyOf(place), grid) } });
}

function describe({ grid }: DatasetResult): string {
  const failed = grid.cells.filter(({ passed }) => !passed).length;
  return failed === 0 ? `${grid.cells.length} cells passed.` : `${failed} of ${grid.cells.length} cells failed.`;
}

/** The grid of a name in a result: a list of files with grids, or one grid. */
function findGrid(text: string, name: string): EarlierGrid | null {
  try {
    return search(JSON.parse(text), name);
  } catch {
    return null;
  }
}

function search(value: unknown, name: string): EarlierGrid | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = search(item, name);
      if (found !== null) return found;
    }
    return null;
  }
  if (isGrid(value)) return value.name === name ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  const { files, grids }: { readonly files?: unknown; readonly grids?: unknown } = value;
  return search(files ?? null, name) ?? search(grids ?? null, name);
}

function isGrid(value: unknown): value is EarlierGrid {
  if (typeof value !== 'object' || value === null) return false;
  const { cases, variants, cells, summaries }: Partial<Record<keyof EarlierGrid, unknown>> = value;
  return [cases, variants, cells, summaries].every(Array.isArray) && Array.isArray(cells) && cells.every(isCell);
}

function isCell(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { scores, usage, case: row, variant }: Partial<Record<string, unknown>> = value;
  const isWhole = typeof scores === 'object' && scores !== null && typeof usage === 'object' && usage !== null;
  return isWhole && typeof row === 'number' && typeof variant === 'number';
}
