import type { Json } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import type { SchemaMismatch } from '../contract/mismatch.ts';
import type { FailureAnswer } from '../contract/RunInput.ts';
import type { UseResult } from '../contract/UseResult.ts';
import type { Activation } from './Activation.ts';
import type { Continuation } from './Continuation.ts';
import type { HeldFailure } from './Failure.ts';
import type { Choice } from './Plan.ts';
import type { Run } from './Run.ts';
import type { Scope } from './Scope.ts';

/** Where a task's input does not fit its schema. */
export interface InputMismatch {
  readonly errors: readonly SchemaMismatch[];
  readonly value: Json;
}

/**
 * What files below call in those above them. It is set when a run is created, so that imports lead one way only.
 */
export interface Machine {
  /** Runs a continuation; `result` where it waited for one. */
  resume(run: Run, continuation: Continuation, result?: UseResult): void;
  /** Runs one attempt by the task's type. */
  runTask(run: Run, activation: Activation): void;
  /** The handler of its type that goes before `on_error` where its input does not fit; null: there is none. */
  chooseForInput(run: Run, activation: Activation, found: InputMismatch): Choice | null;
  /** As {@link chooseForInput}, for an error that is pinned. */
  chooseForError(run: Run, activation: Activation, error: RunError): Choice | null;
  /** The choice that a pinned output names, where its type makes one. */
  chooseForOutput(run: Run, activation: Activation, output: Json): Choice | null;
  /** Whether the output of a task is that of what it uses, as it is. */
  givesUseResult(activation: Activation): boolean;
  /** Goes on with a task whose failure was held. */
  answerFailure(run: Run, held: HeldFailure, answer: FailureAnswer): void;
  /** Continues after a scope in which nothing is left. */
  endScope(run: Run, scope: Scope): void;
  /** Closes the body of an attempt: merges what its parts wrote, returns the output so far, else null. */
  closeBody(activation: Activation): Json;
}
