import type { Exposure } from '../../../effects/index.ts';
import type { PerformCall } from './calls/InlineCalls.ts';
import type { Restate } from './loadRestate.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** What an invocation of a run works with. */
export interface SegmentParts {
  readonly restate: Restate;
  readonly ports: Pick<WorkerPorts, 'policy'>;
  readonly exposure: Exposure;
  readonly perform: PerformCall;
}
