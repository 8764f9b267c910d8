/** The browser, adapted: storage, tabs, files, folders, clipboard, theme. Imports nothing of the app. */
export { type AddressBar, createAddressBar } from './addressBar.ts';
export { readClipboard, writeClipboard } from './clipboard.ts';
export {
  addStashedSettings,
  canStash,
  type Delta,
  readDelta,
  replayDelta,
  stashDelta,
  stashSettings,
  type TextStore,
} from './delta.ts';
export { allowHandle, type DiskFile, keepDiskFiles, onLaunch, readHandle, readKeptDiskFiles } from './diskFiles.ts';
export {
  chooseFiles,
  downloadBlob,
  downloadText,
  layoutNameOf,
  MAX_RUN_BYTES,
  onFileDrop,
  readFiles,
  zipTexts,
} from './files.ts';
export { chooseFolder } from './folder.ts';
export {
  type FolderKnowledge,
  forgetFolder,
  type KeptFolder,
  keepFolder,
  readKeptFolder,
  readServedKnowledge,
} from './keptFolder.ts';
export { type KeptPlaces, readKeptPlaces, writeKeptPlaces } from './keptPlaces.ts';
export type { Folder, FolderBranch, FolderCommit, FolderContent } from './opening/Folder.ts';
export { type OpenedFile, type ReadFiles, readText } from './opening/fileTexts.ts';
export { listTemplates, readExample, readTemplate, type Template, type TemplateSketch } from './opening/templates.ts';
export { randomText } from './randomText.ts';
export { toMetadata } from './readPictureSource.ts';
export { listSamples, readSample, type Sample } from './samples.ts';
export { createSaver, StorageFailure } from './saver.ts';
export { servedId } from './served.ts';
export {
  createStorage,
  readLayouts,
  type StoredChange,
  type StoredWorkspace,
  toLayoutRecord,
  type ValueName,
  type WorkspaceStorage,
} from './storage.ts';
export { joinTabs, type Role, type TabsOptions } from './tabs.ts';
export { applyRememberedTheme, applyTheme, onThemeChange } from './theme.ts';
export { writeWhole } from './writeWhole.ts';
