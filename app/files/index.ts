/** Files: the list, the open file's menu, ways in and out, and what to do when a disk disagrees. */
export { ConflictDialog } from './ConflictDialog.tsx';
export { DropTarget } from './DropTarget.tsx';
export { EmptyWorkspace } from './EmptyWorkspace.tsx';
export { FileMenu } from './FileMenu.tsx';
export { FilesPanel } from './FilesPanel.tsx';
export { PasteDialog } from './PasteDialog.tsx';
export { SamplesDialog } from './SamplesDialog.tsx';
