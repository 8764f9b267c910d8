import type { Call } from '../../run/index.ts';
import type { ToolPlace } from './ToolPlaces.ts';

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

/** One fault of one task, or of one call of a tool of its agent. Plain data. */
export interface Fault {
  readonly task: string;
  /** The call of a tool of its agent that it strikes; null: the task's own calls, which of an agent are those of its model. */
  readonly of: ToolPlace | null;
  readonly kind: FaultKind;
  /** Unique for the task, or for the call of the tool: the code of an error, else the kind. */
  readonly name: string;
  /** Which of its calls it strikes; null: a wait. */
  readonly call: Exclude<Call['type'], 'memory.call'> | null;
  /** How many of these: of `flaky`; else all. */
  readonly times: number;
}

/** Kinds after which the model of an agent is told that its tool has failed. */
const TOLD: ReadonlySet<FaultKind> = new Set<FaultKind>(['code', 'timeout', 'malformed']);

/** Whether a fault of a tool of an agent is told to its model. */
export function isTold({ kind }: Fault): boolean {
  return TOLD.has(kind);
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

/** Each verdict as people read it. */
export const DRILL_WORDS: Readonly<Record<DrillVerdict, string>> = {
  handled: 'handled',
  'as-written': 'ends in an error as written',
  unhandled: 'unhandled',
  hangs: 'hangs',
  repeats: 'repeats a consequence',
  leaks: 'leaks a secret',
};
