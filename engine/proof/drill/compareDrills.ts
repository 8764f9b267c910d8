import type { DrillCell } from './drill.ts';
import { DRILL_VERDICTS, type DrillVerdict } from './Fault.ts';

/** The cells of a drill. */
export interface DrilledCells {
  readonly cells: readonly DrillCell[];
  /** Whether all faults were tried. */
  readonly isWhole: boolean;
}

/** How a change of a workflow changes the outcome of faults. */
export interface DrillComparison {
  /** Faults after which it is worse than before, or that are new and poor; the cells are those of the new text. */
  readonly worse: readonly DrillCell[];
  /** Poor cells of the text before, of tasks that are still there, after whose faults all is well now. */
  readonly better: readonly DrillCell[];
  /** How many faults were tried on the new text, and whether on both texts these are all. */
  readonly tried: number;
  readonly isWhole: boolean;
}

/** Whether what becomes of a fault is one that somebody should look at. */
export function isPoor({ verdict, allowed }: Pick<DrillCell, 'verdict' | 'allowed'>): boolean {
  return allowed === null && verdict !== 'handled' && verdict !== 'as-written';
}

/**
 * Compares the drills of two texts of a workflow. What only one of them has tried is not told where the other one is not whole. A task that is
 * called otherwise on the new text has the same faults there: these are not told as new.
 */
export function compareDrills(before: DrilledCells, after: DrilledCells): DrillComparison {
  const [then, now] = [byKey(before.cells), byKey(after.cells)];
  const worse = after.cells.filter((cell) => {
    const known = then.get(keyOf(cell));
    if (!isPoor(cell)) return false;
    if (known !== undefined) return !isPoor(known) || rankOf(cell) > rankOf(known);
    return before.isWhole || !before.cells.some(({ task }) => task === cell.task);
  });
  const better = before.cells.filter((cell) => {
    const known = now.get(keyOf(cell));
    return isPoor(cell) && known !== undefined && !isPoor(known);
  });
  return {
    worse: withoutRenamed(worse, before.cells, after.cells),
    better,
    tried: after.cells.filter(({ kind }) => kind !== 'none').length,
    isWhole: before.isWhole && after.isWhole,
  };
}

/** Without what a task that is gone had as well, one for one. */
function withoutRenamed(
  worse: readonly DrillCell[],
  before: readonly DrillCell[],
  after: readonly DrillCell[],
): readonly DrillCell[] {
  const [tasksBefore, tasksAfter] = [tasksOf(before), tasksOf(after)];
  const gone = before.filter((cell) => isPoor(cell) && !tasksAfter.has(cell.task)).map(kindOf);
  return worse.filter((cell) => {
    const at = tasksBefore.has(cell.task) ? -1 : gone.indexOf(kindOf(cell));
    if (at < 0) return true;
    gone.splice(at, 1);
    return false;
  });
}

function byKey(cells: readonly DrillCell[]): ReadonlyMap<string, DrillCell> {
  return new Map(cells.map((cell) => [keyOf(cell), cell]));
}

/** What is so without a fault may be so several times in one place. */
function keyOf({ place, fault, kind, why }: DrillCell): string {
  return JSON.stringify([place, fault, kind === 'none' ? why : '']);
}

function kindOf({ fault, verdict }: DrillCell): string {
  return `${verdict} ${fault}`;
}

function rankOf({ verdict }: DrillCell): number {
  return DRILL_VERDICTS.indexOf(verdict);
}

function tasksOf(cells: readonly DrillCell[]): ReadonlySet<string> {
  return new Set(cells.map(({ task }) => task));
}

/** How a change changes the outcome of faults, in sentences: one for each place and verdict. */
export function tellDrills({ worse, better }: DrillComparison): readonly string[] {
  return [
    ...worse.filter(({ kind }) => kind === 'none').map(({ why }) => `New: ${why}`),
    ...groupCells(worse.filter(({ kind }) => kind !== 'none')).map(
      ({ place, verdict, count }) => `New: ${BEFORE_FAULTS[verdict]} ${faultsOf(place, count)}.`,
    ),
    ...groupCells(better.map((cell) => ({ ...cell, verdict: 'handled' as const }))).map(
      ({ place, count }) => `${faultsOf(place, count)} ${count === 1 ? 'is' : 'are'} handled now.`,
    ),
  ];
}

const BEFORE_FAULTS: Readonly<Record<DrillVerdict, string>> = {
  handled: 'all is well after',
  'as-written': 'the run ends in an error as written after',
  unhandled: 'nothing handles',
  hangs: 'the run hangs after',
  repeats: 'a consequence is repeated after',
  leaks: 'a secret is revealed after',
};

function faultsOf(place: string, count: number): string {
  return `${count} ${count === 1 ? 'fault' : 'faults'} of “${place}”`;
}

interface CellGroup {
  readonly place: string;
  readonly verdict: DrillVerdict;
  readonly count: number;
}

function groupCells(cells: readonly Pick<DrillCell, 'place' | 'verdict'>[]): readonly CellGroup[] {
  const groups = new Map<string, CellGroup>();
  for (const { place, verdict } of cells) {
    const key = `${verdict} ${place}`;
    groups.set(key, { place, verdict, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}
