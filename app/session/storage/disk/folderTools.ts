/** What opens, reads, writes and watches a folder of the disk: loaded after the first screen. */
export { checkFolder, closeFolder, openFolder, saveToFolder } from './disk.ts';
export { connectFolderMemory, dismissFolder, rememberFolder, reopenFolder } from './folderMemory.ts';
export { resolveConflict } from './resolveConflict.ts';
export { reconnectFolder, watchFolder } from './watchFolder.ts';
