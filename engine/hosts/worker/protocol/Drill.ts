import type { DrillCell, DrillProgress, DrillReport } from '../../../proof/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import type { FoundTests, TestRun } from './Tests.ts';

/** The runs in which things go wrong: tests of a file, one that is made up, or one that was recorded. */
export type DrillSource =
  /** `only`: its place in the file; null: all of them. */
  | { readonly kind: 'tests'; readonly path: string; readonly text: string; readonly only: number | null }
  | { readonly kind: 'simulation' }
  | { readonly kind: 'run'; readonly events: readonly RunEvent[] };

/** A workflow, and what its runs are given. */
export interface DrillRequest {
  readonly path: string;
  /** The workflow and what it imports, by path, and recorded runs that tests name and the worker does not keep. */
  readonly files: ReadonlyMap<string, string>;
  readonly source: DrillSource;
}

/** A cell as it comes, and how far that is. */
export interface DrillNews extends DrillProgress {
  readonly cell: DrillCell;
}

/** The result of a drill besides its cells. */
export interface DrillOutcome extends Omit<DrillReport, 'cells'> {
  /** What keeps it from being drilled, by file; empty: nothing. */
  readonly wrong: FoundTests['wrong'];
}

/** The run of one cell. */
export interface OpenedCell extends TestRun {
  /** Index of the first event after the fault has struck; null: it never did. */
  readonly struckAt: number | null;
}
