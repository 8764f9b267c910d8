import type { Json } from '../base/index.ts';
import type { Budget, ModelPrice, RunError, RunPlan } from '../run/index.ts';
import type { Diagnostic } from '../text/index.ts';

/** A variable of the workspace. A secret's value never enters the machine, the journal or an event. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

export interface RunRequest {
  /** Workspace path of the file that runs. */
  readonly path: string;
  /** The exact text of that file: kept with the run. */
  readonly source: string;
  /** Texts of the workspace by path, those at least that are imported: what is read is kept with the run. */
  readonly files?: ReadonlyMap<string, string>;
  readonly input: Json;
  readonly variables: readonly Variable[];
  readonly simulate: boolean;
  /** Relative URLs of `core:http` resolve against this. */
  readonly baseUrl: string;
  readonly seed: number;
  /** From where to where it goes, and what it is given; absent: from start to end. */
  readonly plan?: RunPlan;
  /** What its models may take before it pauses. */
  readonly budget?: Budget;
  /** What models cost, as far as it is known. */
  readonly prices?: readonly ModelPrice[];
}

/** Why a text and an input make no run: errors that block it, or an input that does not fit. */
export type StartRefusal =
  | { readonly type: 'check'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'input'; readonly error: RunError };

/** Why a run could not start. `storage`: the browser's storage did not take it (full, blocked, a private window). */
export type StartFailure = StartRefusal | { readonly type: 'storage'; readonly error: RunError };
