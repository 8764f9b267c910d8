/**
 * Everything the user can do to a workflow, one intent per file. Each command takes an analysis and arguments and answers
 * a transaction, or why it does not apply: asking "may I?" and doing it are the same call.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `find`: tasks, fields and free ids in a document, and the refusals of all commands.
 * - `steps`: the small changes that commands consist of.
 * - `search`: finding text in documents, the field it is in, and putting other text in its place.
 * - `rename`: renaming tasks, resources and files with every reference to them, and where each is used.
 * - `offer`: what a new task can read of what runs before it.
 * - `commands`: adding, connecting, moving, copying, changing and removing tasks, routes, resources and fields.
 * - `wrap`: putting tasks into a container, and taking them out again.
 * - `files`: moving a definition to a file of its own, and back.
 */
export { addAction, addAgent, addMemory, addTool, newAgentId, newMemoryId, newToolId } from './commands/addResource.ts';
export { addTask, insertOnEdge, type NewTask, newTaskId } from './commands/addTask.ts';
export { askConnection, connectTasks, type ExitName, reconnectEdge } from './commands/connectTasks.ts';
export { convertType } from './commands/convertType.ts';
export { copyTasks } from './commands/copyTasks.ts';
export { disconnectEdge } from './commands/disconnectEdge.ts';
export { addRoute, moveRoute, removeRoute, renameRoute } from './commands/editRoutes.ts';
export { editSchema, type SchemaChange } from './commands/editSchema.ts';
export { collapseTask, keepLayout, moveListItem, moveTasks } from './commands/moveTasks.ts';
export { type CutConnection, listCutConnections, moveTasksTo } from './commands/moveTasksTo.ts';
export { duplicateTasks, pasteTasks, readPasted } from './commands/pasteTasks.ts';
export { disableTasks, removeTasks } from './commands/removeTasks.ts';
export { findInputReads, renameInput } from './commands/renameInput.ts';
export { replaceTask } from './commands/replaceTask.ts';
export { replaceText } from './commands/replaceText.ts';
export { renameField, setField } from './commands/setField.ts';
export { findSourceProblem, readSource, restoreSource, setSource } from './commands/setSource.ts';
export { setStart } from './commands/setStart.ts';
export { extractToFile } from './files/extractToFile.ts';
export { inlineImport } from './files/inlineImport.ts';
export { readField } from './find/readField.ts';
export { fillDraft } from './offer/fillDraft.ts';
export { type ValueBefore, valuesFor } from './offer/valueBefore.ts';
export { findUses, type ResourceUse } from './rename/findUses.ts';
export { renameDefinition } from './rename/renameDefinition.ts';
export { renameFile } from './rename/renameFile.ts';
export { findResource, type ResourceName, removeResource, renameResource } from './rename/renameResource.ts';
export { renameTask } from './rename/renameTask.ts';
export { renameTasks } from './rename/renameTasks.ts';
export { type FoundPlace, nameOwner, type OwnerName, placeOf } from './search/placeOf.ts';
export { replaceFound } from './search/replaceFound.ts';
export {
  type LineSearch,
  readQuery,
  replacementOf,
  type SearchQuery,
  searchPart,
  type TextMatch,
} from './search/searchText.ts';
export { memberOf } from './steps/memberOf.ts';
export type { TaskDraft } from './steps/newTask.ts';
export { unwrapContainer } from './wrap/unwrapContainer.ts';
export { wrapInContainer } from './wrap/wrapInContainer.ts';
