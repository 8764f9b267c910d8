import type { Json } from '../../../base/index.ts';
import type { RunInputDraft } from '../../../driver/index.ts';
import type { PastDifference } from '../../../proof/index.ts';
import type { RunError } from '../../../run/index.ts';
import type { Variable } from '../../RunRequest.ts';

/** An input from the user to a run that is executed. */
export type RunControl = RepeatDecision | PlainControl;

/** Whether a call is made again that was cut off, and that the run is paused for; no effect for any other. */
export interface RepeatDecision {
  readonly type: 'run.repeat';
  /** Key of the call. */
  readonly key: string;
  readonly again: boolean;
}

/** One that the run is fed as it is. */
type PlainControl = Extract<
  RunInputDraft,
  {
    readonly type:
      | 'run.paused'
      | 'run.resumed'
      | 'run.stepped'
      | 'breakpoint.set'
      | 'output.pinned'
      | 'value.edited'
      | 'errorPause.set'
      | 'virtualTime.set'
      | 'failure.answered'
      | 'wait.skipped'
      | 'signal.received'
      | 'run.cancelled';
  }
>;

/** What a run needs besides its journal to be resumed. */
export interface RunSurroundings {
  /** The current variables of the workspace: values of secrets are never stored with a run. */
  readonly variables: readonly Variable[];
}

/** Where a fork begins: after the event `seq` of a recorded run. */
export interface ForkRequest extends RunSurroundings {
  readonly runId: string;
  readonly seq: number;
  /** True: it pauses there, so that values can be edited before it resumes. */
  readonly isPaused: boolean;
  /** Another text of its file, with what that may import: the fork runs it, and begins no later than its past is the same with both. */
  readonly text?: { readonly source: string; readonly files: ReadonlyMap<string, string> };
  /** A message to change first, of the request to a model with which `seq` tells. */
  readonly message?: ChangedMessage;
}

/** A fork that was started. */
export interface StartedFork {
  readonly ok: true;
  readonly runId: string;
  /** With another text: the first step of the past that is otherwise, before which it is paused; absent: all of it is the same. */
  readonly before?: PastDifference;
}

/** What a message of a request to a model is to say. */
export interface ChangedMessage {
  /** The key of the request, without the id of its run. */
  readonly place: string;
  /** Which of its messages, from 0; null: its system prompt. */
  readonly index: number | null;
  readonly content: string;
}

/** A request of a recorded run that is made once more. */
export interface SendRequest extends RunSurroundings {
  readonly runId: string;
  /** Key of the call. */
  readonly key: string;
}

/** What came of it. */
export interface SentAgain {
  /** When it was made, in ms since the epoch. */
  readonly at: number;
  readonly duration: number;
  readonly response: Json;
  readonly error: RunError | null;
}

/** What is asked of a recorded run, and when: after the event `seq`. */
export interface InspectRequest {
  readonly runId: string;
  readonly seq: number;
  /** The step whose scope is asked for; null: that of the run as a whole. */
  readonly activation: number | null;
  /** True: before that step begins, where `seq` is the number of the event with which it did. */
  readonly isBefore?: boolean;
  /** Expressions, bare or as templates. */
  readonly expressions: readonly string[];
}
