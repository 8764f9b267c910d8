import type { Json } from '../../base/index.ts';
import type { Position } from '../../text/index.ts';
import type { PlayStop } from '../play/playTest.ts';

/** The result of a test. Plain data, the same for the same texts. */
export interface Verdict {
  readonly name: string;
  readonly passed: boolean;
  /** How its run ended; `running` where it was stopped, `pending` where it was not played. */
  readonly status: string;
  /** ms of virtual time. */
  readonly duration: number;
  /** How many tasks started. */
  readonly steps: number;
  /** Where the test is in its file; lines and columns from 1. */
  readonly at: Position;
  /** All that is not as expected; empty where it passed. */
  readonly failures: readonly Failure[];
}

/** One expectation that a run did not meet. */
export interface Failure {
  readonly code: FailureCode;
  /** What was expected, what came, and what to do where that is known. */
  readonly message: string;
  readonly expected: Json;
  readonly actual: Json;
  /** Where both are in what the message is about, by keys and indexes with dots between them; absent: they are the whole of it. */
  readonly place?: string;
  /** There is nothing where the value is expected; `actual` is null then. */
  readonly isAbsent?: true;
  /** Where the expectation is in the test file. */
  readonly at: Position;
  /** The task it is about, with where it is in the workflow; null: the run. */
  readonly task: { readonly id: string; readonly at: Position | null } | null;
  /** Number of the event at which it went wrong; null: at the end. */
  readonly event: number | null;
  /** When that was, in ms of virtual time after the start; null: at the end. */
  readonly after: number | null;
}

/** Codes of what a run can fail a test by, besides why it was stopped. */
export const EXPECTATION_CODES = [
  'STATUS',
  'PATH',
  'NEVER',
  'ATTEMPTS',
  'TIMES',
  'CALLS',
  'USE',
  'SENT',
  'WITH',
  'TASK_OUTPUT',
  'OUTPUT',
  'EQUALS',
  'THAT',
  'WITHIN',
  'SCORE',
] as const;

/** Codes that begin with `TEST_` are of what is wrong in the test itself, as `check` says it. */
type FailureCode = PlayStop['code'] | (typeof EXPECTATION_CODES)[number] | `TEST_${string}`;
