import type { Json, JsonObject } from '../../base/index.ts';
import type { Activation, Store } from './Activation.ts';

/** Where an expression is evaluated: for which activation (null for the run itself), over which results. */
export interface Frame {
  readonly activation: Activation | null;
  readonly store: Store;
  /** Roots for this evaluation alone, nearest of all: `event` of a handler, `value` of a route, `item`. */
  readonly roots: ReadonlyMap<string, Json>;
  readonly env: JsonObject;
}
