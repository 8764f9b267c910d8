import type { Grid, Verdict } from '../../proof/index.ts';
import type { FileReport } from '../print/reports.ts';

/** The tests of one file, with their results. */
export interface TestedFile {
  readonly path: string;
  /** The workflow that is tested; null where it is not known. */
  readonly workflow: string | null;
  readonly tests: readonly Verdict[];
  /** The results of its datasets. */
  readonly grids: readonly Grid[];
  /** How long what was played took, in ms of real time, by `testKey` and `cellKey`; absent where nothing was. */
  readonly took?: ReadonlyMap<string, number>;
  /** What is wrong in it, and in the workflow: then its tests did not run. */
  readonly wrong: readonly FileReport[];
}

/** The key of a test, by its place among those of its file. */
export function testKey(index: number): string {
  return String(index);
}

/** The key of a cell of a dataset, by the place of the dataset in its file. */
export function cellKey(
  dataset: number,
  { case: row, variant }: Pick<Grid['cells'][number], 'case' | 'variant'>,
): string {
  return `${dataset}/${row}/${variant}`;
}
