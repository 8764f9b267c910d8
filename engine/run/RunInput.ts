import type { Json, JsonObject } from '../base/index.ts';
import type { Outcome } from './Effect.ts';

/** Everything that ever reaches a run, journaled in this order; `at` is ms since the epoch by the host's clock, never less than the one before. */
export type RunInput =
  | RunStarted
  | { readonly type: 'run.continued'; readonly at: number }
  | { readonly type: 'effect.started'; readonly at: number; readonly key: string }
  | { readonly type: 'effect.completed'; readonly at: number; readonly key: string; readonly outcome: Outcome }
  | { readonly type: 'timer.fired'; readonly at: number; readonly id: string }
  | { readonly type: 'signal.received'; readonly at: number; readonly name: string; readonly payload: Json }
  | { readonly type: 'run.cancelled'; readonly at: number };

/** The first input of every run: all that it depends on. `at` in ms since the epoch. */
export interface RunStarted {
  readonly type: 'run.started';
  readonly at: number;
  readonly runId: string;
  readonly input: Json;
  /** Seeds jitter, `uuid()` and mock answers. An unsigned 32-bit integer. */
  readonly seed: number;
  /** Variables of the workspace; a secret's value is a placeholder made by the host. */
  readonly env: JsonObject;
  readonly simulate: boolean;
  /** Version of the engine that recorded it. */
  readonly engine: string;
  /** Name of the file, used for `workflow.name` where the text gives none. */
  readonly file: string;
}
