/** The run machine: one journaled input in, events and effects out; and the fold of events into what a person sees. */
export { advance } from './advance.ts';
export {
  compareRuns,
  compareSteps,
  type Difference,
  isDifferent,
  type RunComparison,
  type StepPair,
  type TaskComparison,
} from './compareRuns.ts';
export { createRun } from './createRun.ts';
export type {
  Call,
  Effect,
  MemoryAnswer,
  MemoryCall,
  MemoryEntry,
  MemoryMessage,
  MemoryRequest,
  ModelAnswer,
  ModelCall,
  Outcome,
  OutcomeWarning,
  RunError,
  ToolCall,
} from './Effect.ts';
export type { EventLog } from './EventLog.ts';
export { EMPTY_VIEW, foldRun } from './foldRun.ts';
export { type Fork, forkJournal } from './forkJournal.ts';
export { prepareInput } from './inputs.ts';
export { planFrom, planOnly, planUntil, type RecordedRun } from './planRun.ts';
export type { Run } from './Run.ts';
export type { RunEvent, RunEventBody, RunStatus, TaskStatus } from './RunEvent.ts';
export type { Budget, ModelPrice, PauseReason, RunInput, RunStarted } from './RunInput.ts';
export type { Breakpoint, Pin, PinKind, ReusedTask, RunFrom, RunPlan } from './RunPlan.ts';
export type { ActivationView, EffectView, PausedView, RunView, UsageView } from './RunView.ts';
export { delayBefore } from './retry.ts';
