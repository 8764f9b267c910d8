/**
 * Everything a person can do to a workflow, one intent per file. Each command takes an analysis and arguments and answers
 * a transaction, or why it does not apply: asking "may I?" and doing it are the same call.
 */
export { addAction, addAgent, addMemory, addTool, newAgentId, newToolId } from './addResource.ts';
export { addTask, type NewTask, newTaskId } from './addTask.ts';
export { askConnection, connectTasks, type ExitName } from './connectTasks.ts';
export { convertType } from './convertType.ts';
export { copyTasks } from './copyTasks.ts';
export { disconnectEdge } from './disconnectEdge.ts';
export { duplicateTasks } from './duplicateTasks.ts';
export { addRoute, removeRoute, renameRoute } from './editRoutes.ts';
export { extractToFile } from './extractToFile.ts';
export { findUses, type ResourceUse } from './findUses.ts';
export { inlineImport } from './inlineImport.ts';
export { insertOnEdge } from './insertOnEdge.ts';
export { moveRoute } from './moveRoute.ts';
export { collapseTask, moveTasks } from './moveTasks.ts';
export { moveTasksTo } from './moveTasksTo.ts';
export type { TaskDraft } from './newTask.ts';
export { pasteTasks, readPasted } from './pasteTasks.ts';
export { readField } from './readField.ts';
export { reconnectEdge } from './reconnectEdge.ts';
export { removeTasks } from './removeTasks.ts';
export { renameDefinition } from './renameDefinition.ts';
export { renameFile } from './renameFile.ts';
export { findResource, type ResourceName, removeResource, renameResource } from './renameResource.ts';
export { renameTask } from './renameTask.ts';
export { replaceTask } from './replaceTask.ts';
export { replaceText } from './replaceText.ts';
export { renameField, setField } from './setField.ts';
export { findSourceProblem, readSource, setSource } from './setSource.ts';
export { setStart } from './setStart.ts';
export { unwrapContainer } from './unwrapContainer.ts';
export { wrapInContainer } from './wrapInContainer.ts';
