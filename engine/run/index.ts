/** The run machine: one journaled input in, events and effects out; and the fold of events into what a person sees. */
export { type Advance, advance } from './advance.ts';
export { createRun } from './createRun.ts';
export type {
  Effect,
  EffectAbort,
  ModelAnswer,
  ModelCall,
  ModelMessage,
  ModelTool,
  Outcome,
  OutcomeWarning,
  RunError,
  TimerCancel,
  TimerStart,
  ToolCall,
} from './Effect.ts';
export type { ErrorCode } from './errors.ts';
export { EMPTY_VIEW, foldRun } from './foldRun.ts';
export { formatInstant } from './formatInstant.ts';
export { prepareInput } from './inputs.ts';
export type { Run } from './Run.ts';
export type { ActivationRef, Operation, RunEvent, RunEventBody, RunStatus, TaskStatus } from './RunEvent.ts';
export type { RunInput, RunStarted } from './RunInput.ts';
export type { ActivationView, AttemptView, EffectView, RunView } from './RunView.ts';
export { delayBefore, type RetryPolicy } from './retry.ts';
