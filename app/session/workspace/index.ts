/** What is set up next to the files (variables, secrets, servers, prices) and what can be added: the door of this slice of the session. */
export { addChoice } from './addTask.ts';
export {
  hasReferenceDrag,
  hasTaskDrag,
  readReferenceDrag,
  readTaskDrag,
  startReferenceDrag,
  startTaskDrag,
} from './drags.ts';
export {
  draftOfAgent,
  filterTaskChoices,
  listNearest,
  listStarts,
  listTaskChoices,
  type TaskChoice,
} from './listTaskChoices.ts';
export { listServerTools, setMcpServers } from './mcpServers.ts';
export { namedTools, useNamedTools } from './mcpTools.ts';
export { askMemory, askToTrustMemory, canAskMemory, loadMemoryTrust, openMemory, showMemory } from './memory.ts';
export { knownPrices, loadPrices } from './prices.ts';
export type { NamedTool } from './runtime.ts';
export { answerSecret, changeSecret, sealSecret, sealSecrets } from './secrets.ts';
export { seedWorkspace } from './seed.ts';
export { removePrice, setBudget, setPrice } from './setPrices.ts';
export { testModel } from './testModel.ts';
export { toggleLineage } from './toggleLineage.ts';
export { setVariables } from './variables.ts';
