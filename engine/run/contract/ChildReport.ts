/** The usage of models. */
export interface UsageView {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Of the answers whose price is known, in the currency of the prices; null where none is. */
  readonly cost: number | null;
  /** Answers whose price is not known: where it is above 0, `cost` is incomplete. */
  readonly unpriced: number;
}

/** A run that a call of `core:workflow` started. */
export interface ChildReport {
  readonly runId: string;
  /** Path of its workflow in the workspace. */
  readonly file: string;
  /** What its models, and those of the runs it started, have used so far in all; absent while none has answered. */
  readonly usage?: UsageView;
}

/** The run that started another one by `core:workflow`, and where. */
export interface ParentRun {
  readonly runId: string;
  /** Key of the call: `run/task/activation/attempt/step`. */
  readonly key: string;
  /** Id of the outermost run, whose budget is that of all runs below it. */
  readonly root: string;
  /** Files of the runs around it, the outermost first: as many as it is deep. */
  readonly files: readonly string[];
}
