/** Commands: what a gesture, a key or a menu of the canvas does. One chunk, loaded through `lazyCommands.ts`. */

export { addDraft } from './addDraft.ts';
export { canvasMenu } from './canvasMenu.tsx';
export { connectCards, dropLine, planConnection, reconnectCards } from './dropLine.ts';
export { copySelection, cutSelection, pasteYaml, removeSelection } from './editSelection.ts';
export { enterFile, enterSelected } from './enterFile.ts';
export { changeFrame, colorFrames } from './frames.ts';
export { changeNote, colorNotes } from './notes.ts';
export { passReference } from './passReference.ts';
export { keepMoved, layoutAll, toggleCollapsed, turnFlow } from './placeCards.ts';
export { dropTasks, planDrop } from './planDrop.ts';
export { renameSelected } from './renameSelected.ts';
export { changeType, copySelected, runAct } from './runAct.ts';
export { walk, walkLines } from './walk.ts';
