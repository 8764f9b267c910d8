/** The typed workflow, read tolerantly from the tree, and the small grammars of its fields. */

export {
  COMMON_HANDLERS,
  describeHandler,
  type EdgeVia,
  type ExitRole,
  HANDLER_NAMES,
  type HandlerName,
  handlerOf,
  handlersOf,
  isHandlerName,
  ownHandlers,
  parseVia,
  pathOfExit,
  type RouteHolder,
  roleOf,
  routeVia,
} from './exit.ts';
export { exitsOf } from './exitsOf.ts';
export { type DefinitionQuery, findDefinition } from './findDefinition.ts';
export { hasImports } from './hasImports.ts';
export type { ImportProblem, ImportSite } from './ImportSite.ts';
export { findImportPlace, type ImportPlace, type Texts } from './importPlace.ts';
export { hasScheme, joinUrl } from './joinUrl.ts';
export { type ImportUse, listImports } from './listImports.ts';
export { formatDuration, parseDuration } from './parseDuration.ts';
export { parseReference, toReference } from './parseReference.ts';
export { readWorkflow } from './readWorkflow.ts';
export { type ResolvedImports, resolveImports } from './resolveImports.ts';
export { type ResolvedUse, resolveReference, resolveUse } from './resolveUse.ts';
export { configOf, givesInput } from './taskConfigs.ts';
export {
  type Children,
  CONTAINER_TYPES,
  type ContainerType,
  holdsTasks,
  runsInOrder,
  runsTogether,
  type StartingValue,
  TASK_TRAITS,
  TASK_TYPES,
  type TaskType,
  traitsOf,
} from './taskTypes.ts';
export {
  type Action,
  type Agent,
  type Handler,
  type Limits,
  type Memory,
  type Milliseconds,
  type Reference,
  type Retry,
  type Route,
  type Setting,
  type Target,
  type Task,
  type TaskOf,
  type Tool,
  type UnknownTask,
  type UsedPackage,
  type Workflow,
} from './Workflow.ts';
export { childrenOf, findTask, walkTasks } from './walkTasks.ts';
