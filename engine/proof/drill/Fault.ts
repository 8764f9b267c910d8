import type { Call } from '../../run/index.ts';

/**
 * What can go wrong with one task (decision 64):
 *
 * | kind | |
 * | --- | --- |
 * | `code` | every call of the task fails with one code |
 * | `timeout` | no answer comes, and no one knows whether the call arrived; of a wait: no signal |
 * | `flaky` | the first calls fail, as many as are tried again at most; then they work |
 * | `malformed` | an answer that the schema refuses |
 * | `refusal` | a model that declines |
 * | `cancel` | a person stops the run while the call is under way |
 * | `killed-before` | the host ends after the call has arrived, before its answer is recorded |
 * | `killed-after` | the host ends as soon as the answer is recorded |
 * | `signal-twice` | the signal comes once more, a second later |
 * | `late-timer` | the host sleeps until after the last timer of the wait |
 */
export type FaultKind =
  | 'code'
  | 'timeout'
  | 'flaky'
  | 'malformed'
  | 'refusal'
  | 'cancel'
  | 'killed-before'
  | 'killed-after'
  | 'signal-twice'
  | 'late-timer';

/** One fault of one task. Plain data. */
export interface Fault {
  readonly task: string;
  readonly kind: FaultKind;
  /** Unique for the task: the code of an error, else the kind. */
  readonly name: string;
  /** Which of its calls it strikes; null: a wait. */
  readonly call: Exclude<Call['type'], 'memory.call'> | null;
  /** How many of these: of `flaky`; else all. */
  readonly times: number;
}

/** `handled` is the best and `leaks` the worst; what is told of a cell is the worst that is true of it. */
export type DrillVerdict = 'handled' | 'as-written' | 'unhandled' | 'hangs' | 'repeats' | 'leaks';

/** From best to worst. */
export const DRILL_VERDICTS: readonly DrillVerdict[] = [
  'handled',
  'as-written',
  'unhandled',
  'hangs',
  'repeats',
  'leaks',
];
