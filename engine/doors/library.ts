/**
 * The door for other programs (`signalbox/engine`, docs/engine.md): the pure part of the engine. Texts and trees, checks, commands
 * that edit, and the machine that runs. Nothing here reads a clock, a file or the network; who drives a run does.
 */
export { type Json, type JsonObject, loadPatterns, type Result } from '../base/index.ts';
export { blocksRun, checkAnalysis } from '../check/index.ts';
export { type Analysis, analyze, effectiveWorkflow } from '../graph/index.ts';
export type { Task, Workflow } from '../model/index.ts';
export {
  type Advance,
  advance,
  type Budget,
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  type ModelPrice,
  type Outcome,
  prepareInput,
  type Run,
  type RunError,
  type RunEvent,
  type RunInput,
  type RunPlan,
  type RunSnapshot,
  type RunStarted,
  type RunView,
  restoreSnapshot,
  snapshot,
} from '../run/index.ts';
export {
  applyEdits,
  applyTransaction,
  createHistory,
  createLineIndex,
  type Diagnostic,
  EMPTY_WORKSPACE,
  type FileChange,
  type Fix,
  type Layout,
  type Refusal,
  recordTransaction,
  redo,
  type TextEdit,
  type TextRange,
  type Transaction,
  undo,
  type Workspace,
} from '../text/index.ts';
export * from './edit.ts';
