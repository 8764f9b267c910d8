/**
 * The typed workflow, read tolerantly from the tree, and the small grammars of its fields.
 *
 * Inside, `imports` importing `workflow` and never the reverse:
 * - `workflow`: the types of a workflow, the facts about task types and exits, and how both are read.
 * - `imports`: definitions from other files and packages, found and merged.
 */

export { type DefinitionQuery, findDefinition } from './imports/findDefinition.ts';
export { hasImports } from './imports/hasImports.ts';
export {
  findImportPlace,
  type ImportPlace,
  type ImportProblem,
  type ImportSite,
  joinPath,
  type Texts,
} from './imports/importPlace.ts';
export { hasScheme, joinUrl } from './imports/joinUrl.ts';
export { loadImports } from './imports/lateImports.ts';
export { type ImportUse, listImports } from './imports/listImports.ts';
export { type ResolvedImports, resolveImports } from './imports/resolveImports.ts';
export { priceOf, settingOf, withAgentPrices } from './workflow/agentPrices.ts';
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
} from './workflow/exit.ts';
export { exitsOf } from './workflow/exitsOf.ts';
export type { Setting } from './workflow/Fields.ts';
export {
  holdsWorkflow,
  isRowsFile,
  isServeConfig,
  isTestFile,
  mayConfigureServer,
  SERVE_CONFIG,
} from './workflow/fileKinds.ts';
export { isVerbatim } from './workflow/isVerbatim.ts';
export { formatDuration, type Milliseconds, parseDuration } from './workflow/parseDuration.ts';
export { parseReference, type Reference, readReference, toReference } from './workflow/parseReference.ts';
export type { Handler, Route, Target } from './workflow/readHandlers.ts';
export { DEFAULT_LIMITS, readWorkflow } from './workflow/readWorkflow.ts';
export {
  findSameUse,
  type ResolvedUse,
  resolveReference,
  resolveUse,
  resolveUseCapturing,
} from './workflow/resolveUse.ts';
export { startedFile } from './workflow/startedFile.ts';
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
} from './workflow/taskTypes.ts';
export {
  type Action,
  type Agent,
  childrenOf,
  configOf,
  findTask,
  givesInput,
  type Limits,
  type Memory,
  type Retry,
  type Task,
  type TaskOf,
  type Tool,
  type UnknownTask,
  type UsedPackage,
  type Workflow,
  walkTasks,
} from './workflow/Workflow.ts';
