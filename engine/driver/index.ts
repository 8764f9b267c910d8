/**
 * What every host does with a run, without any I/O: `Driver` feeds the machine and says which calls are to be made and which to be
 * aborted; `VirtualDriver` is that on a clock that jumps; `replay` feeds what was recorded and performs nothing; `planResumption` says what a run that was interrupted is fed. Besides them what a run is restored from: its ledger, proofs and checkpoints.
 */

export { digestSources, signCheckpoint } from './Checkpoint.ts';
export { type AskedCall, CutOffCalls } from './CutOffCalls.ts';
export { Driver, type Fed, type MadeCall, type Step, type TimerPort, type TimerStart } from './Driver.ts';
export { digestText, EventDigest, type Proof, type RunDigest } from './EventDigest.ts';
export { endWithError } from './endWithError.ts';
export { noDigest } from './noDigest.ts';
export { PerformedCalls } from './PerformedCalls.ts';
export {
  giveUp,
  planResumption,
  type RepeatPolicy,
  type Resumption,
  type ResumptionOptions,
} from './planResumption.ts';
export type { RunInputDraft } from './RunInputDraft.ts';
export { type Replayed, replay } from './replay.ts';
export { type Due, Schedule } from './Schedule.ts';
export { startsRun, TrackedRun } from './TrackedRun.ts';
export { openCheckpoint, takeCheckpoint, toCheckpoint } from './takeCheckpoint.ts';
export { type Answerer, MOST_VIRTUAL_TIME, VirtualDriver, type VirtualEnd } from './VirtualDriver.ts';
export { ENGINE_VERSION } from './version.ts';
