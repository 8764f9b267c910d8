/**
 * The door of the engine for the app: parse, check, edit and lay out workflows, and fold runs into views.
 * Everything here is pure. Runs themselves happen behind the other door, `#engine/worker`.
 */
export {
  assertNever,
  type Data,
  err,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
  toJson,
} from './base/index.ts';
export { type ExitName } from './edit/index.ts';
export {
  type Analysis,
  analyze,
  describeHandler,
  type EdgeVia,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from './graph/index.ts';
export { CONTAINER_INSET, isFrame, type Placement } from './layout/index.ts';
export {
  findTask,
  formatDuration,
  type HandlerName,
  isHandlerName,
  type ResolvedUse,
  resolveUse,
  type Setting,
  type Task,
  type TaskType,
  TYPE_HANDLERS,
  type Workflow,
} from './model/index.ts';
export {
  type ActivationView,
  type EffectView,
  EMPTY_VIEW,
  foldRun,
  type RunError,
  type RunEvent,
  type RunEventBody,
  type RunStatus,
  type RunView,
  type TaskStatus,
} from './run/index.ts';
export {
  applyTransaction,
  createHistory,
  type Diagnostic,
  EMPTY_LAYOUT,
  EMPTY_WORKSPACE,
  type FileChange,
  type History,
  type HistoryMove,
  type Layout,
  mapOffset,
  minimalEdits,
  type Point,
  type Refusal,
  recordTransaction,
  redo,
  type Severity,
  type TextRange,
  type Transaction,
  undo,
  type Workspace,
} from './text/index.ts';
