/** How the session is kept on this device, in other tabs and in a folder: the door of this slice of the session. */

export { offerRelease } from '../store/offerRelease.ts';
export type { StorageLoss, StoreName } from '../store/State.ts';
export { addFiles } from './addFiles.ts';
export {
  checkFolder,
  closeFolder,
  listUnsaved,
  openFolder,
  saveToFolder,
} from './disk/disk.ts';
export { connectFolderMemory, dismissFolder, reopenFolder } from './disk/folderMemory.ts';
export { resolveConflict } from './disk/resolveConflict.ts';
export { reconnectFolder, watchFolder } from './disk/watchFolder.ts';
export { connectEngineStorage, watchDatabases } from './engineLosses.ts';
export { saveToFiles, watchLaunches } from './launches.ts';
export { dismissLoss } from './losses.ts';
export type { Persistence } from './Persistence.ts';
export { connectStorage } from './persist.ts';
