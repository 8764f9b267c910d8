import type { DrillCell, DrillReport } from '../../proof/index.ts';
import type { FileReport } from '../print/reports.ts';
import type { DrillCommand } from './parseDrill.ts';

/** A workflow that was drilled. */
export interface DrilledFile {
  readonly path: string;
  readonly report: DrillReport;
  /** What is wrong in it, or in its tests: then it was not drilled. */
  readonly wrong: readonly FileReport[];
}

/** Whether a cell makes the command fail. */
export function failsOn({ verdict, allowed }: DrillCell, { failOn }: Pick<DrillCommand, 'failOn'>): boolean {
  return allowed === null && failOn.includes(verdict);
}
