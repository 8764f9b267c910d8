/** Files: the list, the open file's menu, ways in and out, and what to do when a disk disagrees. Dialogs, the list and the offers of an empty workspace are loaded when they open. */
export { DropTarget } from './DropTarget.tsx';
export { FileMenu } from './FileMenu.tsx';
