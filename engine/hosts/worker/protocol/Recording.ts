import type { ModelPrice } from '../../../run/index.ts';
import type { LiveRequest } from './Datasets.ts';
import type { TestsRequest } from './Tests.ts';

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
