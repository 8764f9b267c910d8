import type { Grid, Verdict } from '../../proof/index.ts';
import type { FileReport } from '../print/reports.ts';

/** The tests of one file, with what they came to. */
export interface TestedFile {
  readonly path: string;
  /** The workflow that is tested; null where it is not known. */
  readonly workflow: string | null;
  readonly tests: readonly Verdict[];
  /** What its datasets came to. */
  readonly grids: readonly Grid[];
  /** What is wrong in it, and in the workflow: then its tests did not run. */
  readonly wrong: readonly FileReport[];
}
