/** How the session is kept on this device, in other tabs and in a folder: the door of this slice of the session. */

export { readTestData } from '../document/testData.ts';
export { offerRelease } from '../store/offerRelease.ts';
export type { StorageLoss, StoreName } from '../store/State.ts';
export { addFiles } from './addFiles.ts';
export { baseOf, oursOf } from './disk/conflictTexts.ts';
export { connectEngineStorage, watchDatabases } from './engineLosses.ts';
export { folders, withFolders } from './folders.ts';
export { saveToFiles, watchLaunches } from './launches.ts';
export { listUnsaved } from './listUnsaved.ts';
export { dismissLoss } from './losses.ts';
export type { Persistence } from './mergeStored.ts';
export { connectStorage } from './persist.ts';
