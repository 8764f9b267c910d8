import type { DrillComparison } from './compareDrills.ts';
import type { DrillCell } from './drill.ts';
import type { DrillVerdict } from './Fault.ts';

/** What a change does to what becomes of faults, in sentences: one for each place and verdict. */
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
