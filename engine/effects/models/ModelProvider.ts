import type { ModelCall, Outcome } from '../../run/index.ts';
import type { Delay } from '../delay.ts';
import type { Egress } from '../egress.ts';
import type { HostPorts } from '../ports.ts';

/** What a provider may use for one turn. */
export interface ModelContext {
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly delay: Delay;
  /** Counts calls with the same script in this run: 0 for the first. */
  readonly nextIndex: (script: string) => number;
  /** Called with text as it streams. */
  readonly ports: Pick<HostPorts, 'onProgress'>;
}

/** The port of every model. Answers one turn with a `ModelAnswer`, or a typed failure. */
export type ModelProvider = (call: ModelCall, context: ModelContext) => Promise<Outcome>;
