import type { AnswerCounts, CoveredPart, Grid, GridComparison, LiveLimits } from '../../../proof/index.ts';
import type { ModelPrice } from '../../../run/index.ts';
import type { Variable } from '../../RunRequest.ts';
import type { TestsRequest } from './Tests.ts';

/** A dataset of a test file. Its files are also those of rows and of answers that are in the open folder. */
export interface DatasetRequest extends Omit<TestsRequest, 'only'> {
  /** Its place among the datasets of the file. */
  readonly index: number;
  /** What models cost; absent: nothing is known of it. */
  readonly prices?: readonly ModelPrice[];
}

/** How calls of a dataset are made for real. */
export interface LiveRequest {
  readonly variables: readonly Variable[];
  /** At least one of them. */
  readonly limits: LiveLimits;
  /** Whether what is kept is asked for again. */
  readonly isFresh: boolean;
  /** How many cells are played at a time. */
  readonly width: number;
}

/** A cell of a dataset: the numbers of its row and its variant. */
export interface DatasetCell {
  readonly case: number;
  readonly variant: number;
}

/** How the calls that are to be asked for real were answered, and what those that were asked took. */
export interface DatasetAnswers extends AnswerCounts {
  readonly tokens: number;
  /** In the currency of the prices; of models without a known price it is not in it. */
  readonly cost: number;
}

/** How far a dataset has been played. */
export interface DatasetProgress {
  readonly done: number;
  readonly total: number;
  readonly answers: DatasetAnswers;
}

/** The result of a dataset; or why it cannot be played. */
export type PlayedDataset =
  | {
      readonly ok: true;
      readonly grid: Grid;
      /** With the result that was given; null: none was. */
      readonly comparison: GridComparison | null;
      readonly answers: DatasetAnswers;
      /** The same as a table, and as lines that evaluations of chats read. */
      readonly table: string;
      readonly lines: string;
      /** All that is kept of what was asked, as a file of answers: `NAME.test.answers.jsonl`. */
      readonly kept: string;
      /** What the runs of its cells came to, of the workflow as it is. */
      readonly coverage: readonly CoveredPart[];
    }
  | { readonly ok: false; readonly message: string };

/** A file of rows that becomes a dataset of a workflow. */
export interface AddedRows {
  /** The workflow, and what it imports. */
  readonly path: string;
  readonly files: ReadonlyMap<string, string>;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
  /** The file of rows, as the test names it, and its text. */
  readonly each: string;
  readonly rows: string;
}

/** A test whose missing answers are asked for, by its place in the file. */
export interface RecordRequest extends Omit<TestsRequest, 'only'> {
  readonly index: number;
  readonly prices: readonly ModelPrice[];
  readonly live: LiveRequest;
}

/** What came of asking for the missing answers of a test. */
export interface RecordedAnswers {
  /** The test file with them; as it was where nothing was asked, or there is a problem. */
  readonly text: string;
  /** The calls that were made, in words; `changes`: in what one differs from the recorded one, null where there is none. */
  readonly asked: readonly { readonly task: string; readonly call: string; readonly changes: string | null }[];
  /** Why nothing is recorded; null: it is, or nothing was missing. */
  readonly problem: string | null;
}
