import type { Json } from '../base/index.ts';
import type { Budget, ModelPrice, RunError, RunPlan } from '../run/index.ts';
import type { Diagnostic } from '../text/index.ts';

/** A variable of the workspace. The value of a secret never enters the machine, the journal or an event. */
export interface Variable {
  readonly name: string;
  /** Empty where it is read, and while a secret has none. */
  readonly value: string;
  /** Of a secret that is kept elsewhere: reads its value from there, each time it is needed. Never sent from one thread to another. */
  readonly read?: () => string;
  readonly isSecret: boolean;
  /** No one said that it is none: it is one where the workflow sends it in a header or a query. */
  readonly mayBeSecret?: boolean;
  /** True: a run around this one, or below it, sends it as a secret, so it is one here, too. It is bound to no origin. */
  readonly isTaken?: boolean;
}

export interface RunRequest {
  /** Workspace path of the file that runs. */
  readonly path: string;
  /** The exact text of that file; stored with the run. */
  readonly source: string;
  /** Texts of the workspace by path, at least those that are imported; the imported ones are stored with the run. */
  readonly files?: ReadonlyMap<string, string>;
  readonly input: Json;
  readonly variables: readonly Variable[];
  readonly simulate: boolean;
  /** Relative URLs of `core:http` resolve against this. */
  readonly baseUrl: string;
  readonly seed: number;
  /** Where it begins and ends, and which results it reuses; absent: all of the workflow runs. */
  readonly plan?: RunPlan;
  /** What its models may use before it pauses. */
  readonly budget?: Budget;
  /** Known prices of models. */
  readonly prices?: readonly ModelPrice[];
}

/** Why a run cannot start: errors in the text, or an invalid input. */
export type StartRefusal =
  | { readonly type: 'check'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'input'; readonly error: RunError };

/** Why a run could not start. `storage`: the browser's storage did not take it (full, blocked, a private window). */
export type StartFailure = StartRefusal | { readonly type: 'storage'; readonly error: RunError };
