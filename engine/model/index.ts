/** The typed workflow, read tolerantly from the tree, and the small grammars of its fields. */

export { type DefinitionQuery, findDefinition } from './findDefinition.ts';
export { hasImports } from './hasImports.ts';
export type { ImportProblem, ImportSite } from './ImportSite.ts';
export { findImportPlace, type ImportPlace, type Texts } from './importPlace.ts';
export { type ImportUse, listImports } from './listImports.ts';
export { formatDuration, parseDuration } from './parseDuration.ts';
export { parseReference, toReference } from './parseReference.ts';
export { HANDLER_NAMES, isHandlerName } from './readHandlers.ts';
export { readWorkflow } from './readWorkflow.ts';
export { type ResolvedImports, resolveImports } from './resolveImports.ts';
export { CORE_TOOLS, type ResolvedUse, resolveReference, resolveUse } from './resolveUse.ts';
export {
  type Action,
  type Agent,
  type BasicTask,
  COMMON_HANDLERS,
  type CollectionTask,
  type CompositeTask,
  type DecisionTask,
  type Handler,
  type HandlerName,
  type Limits,
  type MapTask,
  type Memory,
  type Milliseconds,
  type ParallelTask,
  type Reference,
  type Retry,
  type Route,
  type Setting,
  TASK_TYPES,
  type Target,
  type Task,
  type TaskType,
  type Tool,
  TYPE_HANDLERS,
  type UnknownTask,
  type UsedPackage,
  type WaitTask,
  type Workflow,
} from './Workflow.ts';
export { childrenOf, findTask, walkTasks } from './walkTasks.ts';
