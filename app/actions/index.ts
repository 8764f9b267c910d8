/** What a person can do, once: buttons, menus, the command palette and keys read the same records. */
export type { ActionGroup } from './Action.ts';
export { connectSave, downloadFile, startFile, startPasted } from './fileActions.tsx';
export { handleKeys } from './handleKeys.ts';
export { filterTaskChoices, listTaskChoices, type TaskChoice } from './listTaskChoices.ts';
export { ADD_SEARCH_ID, openAddPanel } from './openAddPanel.ts';
export { ACTIONS, type ActionId, actionOf, isEnabled, menuEntryOf, runAction } from './registry.ts';
export { removeNamed } from './removeNamed.ts';
export { hasTaskDrag, readTaskDrag, startTaskDrag } from './taskDrag.ts';
export { useAction } from './useAction.ts';
