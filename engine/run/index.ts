/** The run machine: one journaled input in, events and effects out; and the fold of events into the view of a run. */
export { type Advance, advance } from './advance.ts';
export type {
  Call,
  Effect,
  MemoryAnswer,
  MemoryCall,
  MemoryEntry,
  MemoryMessage,
  MemoryRequest,
  Missing,
  ModelAnswer,
  ModelCall,
  Outcome,
  OutcomeWarning,
  RunError,
  ToolCall,
} from './contract/Effect.ts';
export { ERROR_CODES, errorToJson, UNKNOWN_EFFECT } from './contract/errors.ts';
export { hasConsequences } from './contract/hasConsequences.ts';
export type {
  Budget,
  ChildReport,
  FailureAnswer,
  InterruptionCause,
  ModelPrice,
  ParentRun,
  PauseReason,
  RepeatReason,
  RunInput,
  RunStarted,
  UsageView,
} from './contract/RunInput.ts';
export type {
  Breakpoint,
  ErrorPause,
  FilePlan,
  Pin,
  PinKind,
  ReusedAnswer,
  ReusedTask,
  RunFrom,
  RunPlan,
} from './contract/RunPlan.ts';
export { readAnswer, readOutput } from './contract/readModelAnswer.ts';
export { startsRun } from './contract/startsRun.ts';
export { createRun, type RunListeners } from './createRun.ts';
export { pausedFor } from './debugger/controls.ts';
export { type Fork, forkJournal } from './debugger/forkJournal.ts';
export { inspectStep, type StepScope } from './debugger/inspectStep.ts';
export { planOfCall, reusedAnswer } from './debugger/planOfCall.ts';
export { settingsBelow } from './debugger/settingsBelow.ts';
export { isLacking } from './debugger/standstill.ts';
export { prepareInput } from './evaluate/inputs.ts';
export { DEFAULT_POLICY, delayBefore, floorBefore, LONGEST_RETRY_AFTER, type RetryPolicy } from './evaluate/retry.ts';
export { toTaskState } from './evaluate/stores.ts';
export { findMemoryReads } from './program/listMemories.ts';
export { pauseReason, sentAt } from './requests/interruptions.ts';
export { checkPayload, checkSignal } from './requests/signals.ts';
export { listSignalWaits, type SignalWait } from './requests/signalWaits.ts';
export { addBudget, budgetLeft } from './requests/spending.ts';
export { isIdleCheck, passesTime, timerOfSignal } from './requests/virtualTime.ts';
export { restoreSnapshot } from './restoreSnapshot.ts';
export { type Run, readStart } from './state/Run.ts';
export { type RunSnapshot, snapshot } from './state/snapshot.ts';
export {
  type ChildPair,
  compareRuns,
  compareSteps,
  type Difference,
  isDifferent,
  pairChildren,
  type RunComparison,
  type StepPair,
  type TaskComparison,
} from './trace/compareRuns.ts';
export { EMPTY_VIEW, foldRun } from './trace/foldRun.ts';
export { addIdle, type IdleSpan, idleBetween, workedBetween } from './trace/idle.ts';
export { type ItemView, listItems, planFailed, type StepsInside } from './trace/listItems.ts';
export { explainUnheard, listWaits, type OpenWait, toOpenWait } from './trace/listWaits.ts';
export { type KnownValues, tellWarning } from './trace/nearestPath.ts';
export { type PlacedCall, placedCalls, planInside, type RunOnWay } from './trace/planInside.ts';
export { planFrom, planOnly, planUntil, type RunTrace } from './trace/planRun.ts';
export type { CutOffCall, RunEvent, RunEventBody, RunStatus, TaskStatus } from './trace/RunEvent.ts';
export { type ActivationView, type EffectView, forgetEnded, type PausedView, type RunView } from './trace/RunView.ts';
export { type Activity, activityOf, type Standing, standingOf } from './trace/standing.ts';
export { tellError } from './trace/tellError.ts';
export { failedExpression, tellItems } from './trace/tellItems.ts';
export { replaceUsage, toUsage } from './trace/toUsage.ts';
