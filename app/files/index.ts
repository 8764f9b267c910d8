/** Files: the list, the open file's menu, ways in and out, and what to do when a disk disagrees. Dialogs and the list are loaded when they open. */
export { DropTarget } from './DropTarget.tsx';
export { EmptyWorkspace } from './EmptyWorkspace.tsx';
export { FileMenu } from './FileMenu.tsx';
