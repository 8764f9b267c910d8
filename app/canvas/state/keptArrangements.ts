import type { Lane, Placement } from '#engine/layout';
import { type KeptPlaces, readKeptPlaces, writeKeptPlaces } from '../../platform/index.ts';
import { type Arrangement, type ArrangementPlan, finishArrangement } from '../model/arrangeGraph.ts';

/** What a page before kept and this one has not shown yet, by file and direction. Null until it was read. */
const unseen: { files: Map<string, KeptPlaces> | null } = { files: null };
/** The last arrangement of each file in each direction, the newest last; null where the layout would make the same. */
const latest = new Map<string, { readonly path: string; readonly shown: Arrangement } | null>();

/**
 * The arrangement that a page before had of a file, once: where a graph of the same shape is laid out afresh, its cards are where
 * they were. Null where there is none.
 */
export function restoreArrangement(path: string, planned: ArrangementPlan): Arrangement | null {
  const files = readUnseen();
  const key = keyOf(path, planned.direction);
  const kept = files.get(key);
  files.delete(key);
  if (kept?.shape !== planned.shape) return null;
  const placements = new Map(kept.placements.filter(isPlacement));
  const lanes = kept.lanes.filter(isLane);
  const isWhole = placements.size === kept.placements.length && lanes.length === kept.lanes.length;
  return isWhole ? finishArrangement(planned, { placements, lanes }) : null;
}

/** Notes what is drawn of a file, to be kept as the page goes away. `isOwn`: the layout alone would make another of it. */
export function noteArrangement(path: string, shown: Arrangement, isOwn: boolean): void {
  if (latest.size === 0) window.addEventListener('pagehide', keepAll);
  const key = keyOf(path, shown.direction);
  latest.delete(key);
  latest.set(key, isOwn ? { path, shown } : null);
}

/** Writes what was noted, and what this page has not shown. */
function keepAll(): void {
  const drawn = [...latest.values()].toReversed().flatMap((entry) => {
    if (entry === null) return [];
    const { placements, lanes, shape } = entry.shown;
    return [{ path: entry.path, shape, placements: [...placements], lanes }];
  });
  const rest = [...readUnseen()].flatMap(([key, kept]) => (latest.has(key) ? [] : [kept]));
  writeKeptPlaces([...drawn, ...rest]);
}

function readUnseen(): Map<string, KeptPlaces> {
  unseen.files ??= new Map(readKeptPlaces().map((kept) => [keyOf(kept.path, kept.shape), kept]));
  return unseen.files;
}

/** A shape begins with its direction. */
function keyOf(path: string, shape: string): string {
  return `${path}\n${shape.split('\n', 1)[0]}`;
}

function isPlacement(entry: readonly [string, unknown]): entry is readonly [string, Placement] {
  return typeof entry[0] === 'string' && isBox(entry[1]);
}

function isLane(value: unknown): value is Lane {
  if (typeof value !== 'object' || value === null) return false;
  if (!('source' in value && 'target' in value && 'spots' in value) || !Array.isArray(value.spots)) return false;
  return typeof value.source === 'string' && typeof value.target === 'string' && value.spots.every(isBox);
}

function isBox(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(Reflect.get(value, side)));
}
