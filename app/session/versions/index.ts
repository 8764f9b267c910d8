/** Versions of files, kept on this device as they change: the door of this slice of the session, which is loaded after the first screen. */
export {
  deleteVersion,
  exportVersions,
  forgetVersions,
  keepTexts,
  type ListedVersion,
  nameVersion,
  onVersions,
  readVersionedPaths,
  readVersions,
} from './keptVersions.ts';
export { askVersionName, stopNaming } from './naming.ts';
export { restoreVersion } from './restoreVersion.ts';
export { watchVersions } from './watchVersions.ts';
