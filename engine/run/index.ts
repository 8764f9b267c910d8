/** The run machine: one journaled input in, events and effects out; and the fold of events into what a person sees. */
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
export { EMPTY_VIEW, foldRun } from './foldRun.ts';
export type { ActivationRef, Operation, RunEvent, RunEventBody, RunStatus, TaskStatus } from './RunEvent.ts';
export type { RunInput, RunStarted } from './RunInput.ts';
export type { ActivationView, AttemptView, EffectView, RunView } from './RunView.ts';
