/** What can be done to tasks on the canvas, as one part that is loaded ahead or with the first of them. */
export { connectCards, planConnection, reconnectCards } from '../hooks/connectCards.ts';
export {
  addDraft,
  copySelection,
  duplicateSelection,
  keepMoved,
  layoutAll,
  nudgeSelection,
  pasteYaml,
  removeSelection,
  selectAll,
  toggleCollapsed,
  turnFlow,
} from '../hooks/edits.ts';
export { canvasMenu } from '../parts/canvasMenu.tsx';
export { dropTasks, planDrop } from './planDrop.ts';
export { runAct } from './runAct.ts';
export { walk } from './walk.ts';
