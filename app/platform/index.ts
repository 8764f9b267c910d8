/** The browser, adapted: storage, tabs, files, folders, clipboard, theme. Imports nothing of the app. */
export { readClipboard, writeClipboard } from './clipboard.ts';
export type { FileRecord, LayoutRecord } from './database.ts';
export { type Delta, type Replay, readDelta, replayDelta, stashDelta, type TextStore } from './delta.ts';
export {
  chooseFiles,
  downloadText,
  layoutNameOf,
  type OpenedFile,
  onFileDrop,
  type ReadFiles,
  readFiles,
} from './files.ts';
export { canOpenFolder, chooseFolder, type Folder, type FolderContent, toFolder } from './folder.ts';
export { StorageFailure, type StorageReason } from './StorageFailure.ts';
export { listSamples, readSample, type Sample } from './samples.ts';
export { createSaver, type Saver } from './saver.ts';
export {
  createStorage,
  readLayouts,
  type StoredChange,
  type StoredWorkspace,
  toLayoutRecord,
  type WorkspaceStorage,
} from './storage.ts';
export { joinTabs, type Role, type Tabs, type TabsOptions } from './tabs.ts';
export { applyRememberedTheme, applyTheme, isDark, onThemeChange } from './theme.ts';
