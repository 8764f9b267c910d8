import type { Json } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import type { BuiltInName, ToolValues } from '../../tools/index.ts';
import type { Delay } from '../delay.ts';
import type { Egress } from '../egress.ts';
import type { HostPorts } from '../ports.ts';

/** A built-in that is performed as a tool: `core:memory` is a call to a memory by then. */
export type PerformedName = Exclude<BuiltInName, 'memory'>;

/** One call of a built-in, after validation: it has the keys that the schemas name, and no others. */
export interface BuiltInCall<Name extends PerformedName> {
  /** The effect's: the same when one call is made again, after a crash. */
  readonly key: string;
  /** What the other side knows it by: the same for all attempts that ask for the same. */
  readonly onceKey: string;
  /** True: made twice it could do harm. */
  readonly hasConsequences: boolean;
  readonly input: ToolValues<Name, 'input'>;
  /** The input before defaults were filled in. */
  readonly givenInput: Json;
  readonly config: ToolValues<Name, 'config'>;
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly delay: Delay;
  /** What the host provides. */
  readonly ports: HostPorts;
  /** Random, drawn by the run: the same when the call is made again. */
  readonly seed: number;
  /** True: the run is simulated. */
  readonly simulate: boolean;
}

/** The implementation of a built-in. Throws only because of a bug. */
export type RunBuiltIn<Name extends PerformedName> = (call: BuiltInCall<Name>) => Promise<Outcome> | Outcome;
