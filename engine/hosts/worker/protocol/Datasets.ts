import type { ComparedGrid, Grid, GridComparison } from '../../../proof/index.ts';
import type { TestsRequest } from './Tests.ts';

/** A dataset of a test file. */
export interface DatasetRequest extends Omit<TestsRequest, 'only'> {
  /** Its place among the datasets of the file. */
  readonly index: number;
}

/** A cell of a dataset: the numbers of its row and its variant. */
export interface DatasetCell {
  readonly case: number;
  readonly variant: number;
}

/** How far a dataset has been played. */
export interface DatasetProgress {
  readonly done: number;
  readonly total: number;
}

/** What a dataset came to; or why it cannot be played. */
export type PlayedDataset =
  | {
      readonly ok: true;
      readonly grid: Grid;
      /** With the result that was given; null: none was. */
      readonly comparison: GridComparison | null;
      /** The same as a table, and as lines that evaluations of chats read. */
      readonly table: string;
      readonly lines: string;
    }
  | { readonly ok: false; readonly message: string };

/** A result from before, as far as it is compared. */
export type EarlierResult = ComparedGrid;
