/** Everything a person can do to a workflow, one intent per file: each answers a transaction, or why it does not apply. */
export {
  addAction,
  addAgent,
  addMemory,
  addTool,
  type NewResource,
  newActionId,
  newAgentId,
  newToolId,
} from './addResource.ts';
export { addTask, canHoldTasks, type NewTask, newTaskId } from './addTask.ts';
export { type Command, type RefusalCode } from './Command.ts';
export { askConnection, type Connection, connectTasks, type ExitName } from './connectTasks.ts';
export { convertType } from './convertType.ts';
export { copyTasks } from './copyTasks.ts';
export { disconnectEdge } from './disconnectEdge.ts';
export { type Duplication, duplicateTasks } from './duplicateTasks.ts';
export { addRoute, type RouteName, removeRoute, renameRoute } from './editRoutes.ts';
export { freshId, freshRouteKey } from './freshId.ts';
export { type Insertion, insertOnEdge } from './insertOnEdge.ts';
export { memberOf } from './memberOf.ts';
export { type Collapse, collapseTask, moveTasks, type TaskMove } from './moveTasks.ts';
export type { TaskDraft } from './newTask.ts';
export { type Paste, type PastedTasks, pasteTasks, readPasted } from './pasteTasks.ts';
export { readField } from './readField.ts';
export { type Reconnection, reconnectEdge } from './reconnectEdge.ts';
export { type Removal, removeTasks } from './removeTasks.ts';
export { findResource, type ResourceName, removeResource, renameResource } from './renameResource.ts';
export { renameTask, type TaskRename } from './renameTask.ts';
export { replaceText, type TextReplacement } from './replaceText.ts';
export { type FieldRename, type FieldValue, renameField, setField } from './setField.ts';
export { readSource, setSource } from './setSource.ts';
export { setStart } from './setStart.ts';
