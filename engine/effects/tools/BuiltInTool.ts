import type { Json, JsonObject } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import type { Delay } from '../delay.ts';
import type { Egress } from '../egress.ts';
import type { HostPorts } from '../ports.ts';

/** What a built-in is, for forms, completion and checks. */
export interface BuiltInTool {
  /** Its reference in `use`. */
  readonly use: `core:${string}`;
  /** One sentence for the person who picks it. */
  readonly description: string;
  /** JSON Schemas (2020-12). The performer validates config and input against them and fills in defaults. */
  readonly schema: { readonly config: Json; readonly input: Json; readonly output: Json };
}

/** One call of a built-in, after validation. */
export interface BuiltInCall {
  /** The effect's: the same when one call is made again, after a crash. */
  readonly key: string;
  /** True: made twice it could do harm. */
  readonly hasConsequences: boolean;
  readonly input: JsonObject;
  /** The input before defaults were filled in. */
  readonly givenInput: Json;
  readonly config: JsonObject;
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly delay: Delay;
  /** What the world of the host offers. */
  readonly ports: HostPorts;
  /** Random, drawn by the run: the same when the call is made again. */
  readonly seed: number;
  /** True: the run only tries out. */
  readonly simulate: boolean;
}

/** What a built-in does. May throw only by our mistake. */
export type RunBuiltIn = (call: BuiltInCall) => Promise<Outcome> | Outcome;
