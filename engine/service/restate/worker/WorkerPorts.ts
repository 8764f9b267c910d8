import type { Exposure, Performer, ReadableFiles, RunWorkflow, Vault } from '../../../effects/index.ts';
import type { RepeatPolicy, Variable } from '../../../hosts/node/index.ts';
import type { PerformCall } from './calls/InlineCalls.ts';
import type { Restate } from './loadRestate.ts';

/** What the services of a worker take from its process. */
export interface WorkerPorts {
  /** The variables that this process gives to runs: values of secrets come from here alone. */
  readonly variables: readonly Variable[];
  /** Whether calls that were cut off are made again. */
  readonly policy: RepeatPolicy;
  /** The folder that runs take the workflows from that they start. */
  readonly files: ReadableFiles;
  /** What performs the calls of one run. */
  readonly openPerformer: (run: {
    /** That of its workflow. */
    readonly file: string;
    readonly vault: Vault;
    readonly exposure: Exposure;
    readonly runWorkflow: RunWorkflow;
    /** That of the outermost workflow. */
    readonly outermost: string;
    /** The id of the outermost run, and the salt that it has in common with this one. */
    readonly root: string;
    readonly salt: string;
  }) => Performer;
}

/** What an invocation of a run works with. */
export interface SegmentParts {
  readonly restate: Restate;
  readonly ports: Pick<WorkerPorts, 'policy'>;
  readonly exposure: Exposure;
  readonly perform: PerformCall;
}
