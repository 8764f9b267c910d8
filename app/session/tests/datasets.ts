import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { announce, notify } from '../store/notices.ts';
import type { DatasetResult, EarlierGrid, PlayedGrid } from '../store/PlayedGrid.ts';
import { session, update } from '../store/store.ts';

/** A dataset, by its test file and its place among those of the file. */
export interface DatasetPlace {
  readonly path: string;
  readonly index: number;
}

/** What a dataset is kept under. */
export function keyOf({ path, index }: DatasetPlace): string {
  return `${index} ${path}`;
}

/** Plays a dataset on the texts as they are, and compares it with another result, or else with its last one. */
export async function playDataset(
  place: DatasetPlace,
  other?: { readonly name: string; readonly grid: EarlierGrid },
): Promise<void> {
  const { files } = session.getState().document.workspace;
  const text = files.get(place.path);
  const engine = enginePort()?.engine;
  const known = session.getState().run.grids.get(keyOf(place));
  if (text === undefined || engine === undefined || (known !== undefined && known.progress !== null)) return;
  const last = known?.result ?? null;
  const before = other?.grid ?? last?.grid ?? null;
  keep(place, { ...(known ?? EMPTY), progress: { done: 0, total: 0 } });
  try {
    const played = await engine.playDataset({ ...place, text, files }, before, (progress) => {
      const now = session.getState().run.grids.get(keyOf(place));
      if (now === undefined || now.progress === null) return false;
      keep(place, { ...now, progress });
      return true;
    });
    const against = other?.name ?? (last === null ? null : 'the result before');
    keep(place, {
      result: played.ok ? played : last,
      wrong: played.ok ? null : played.message,
      progress: null,
      files,
      against: played.ok ? against : (known?.against ?? null),
    });
    announce(played.ok ? describe(played) : played.message);
  } catch (error) {
    keep(place, { ...(known ?? EMPTY), progress: null });
    ignoreWorkerExit(error);
  }
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
  await playDataset(place, { name, grid });
}

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
