/** The one state of the app and the only ways to change it. Panes meet here. */
export {
  activeAnalysis,
  analysisOf,
  type ShownAnalysis,
  shownAnalysis,
  useAnalysis,
  useShownAnalysis,
} from './analysis.ts';
export { copyText } from './clipboard.ts';
export { activeDiagnostics, startChecking, useDiagnostics } from './diagnostics.ts';
export { checkFolder, closeFolder, openFolder, resolveConflict, saveToFolder } from './disk.ts';
export { dispatch, redo, replaceFileText, undo } from './dispatch.ts';
export { createFile, duplicateFile, freePath, openFile, removeFile, renameFile } from './files.ts';
export { importFiles } from './imports.ts';
export { announce, type Notice, notify, onNotice } from './notices.ts';
export { connectStorage, type Persistence, type PersistOptions } from './persist.ts';
export { port, registerPort, withPort } from './ports.ts';
export { readOnlyReason, useIsReadOnly } from './readOnly.ts';
export {
  closeRun,
  connectRuns,
  deleteRun,
  type EnginePort,
  lastInput,
  openRun,
  refreshRuns,
  selectActivation,
  signalRun,
  startRun,
  stopRun,
} from './run.ts';
export type {
  CanvasPort,
  Conflict,
  DialogName,
  DrawerTab,
  FolderState,
  Mode,
  PanelName,
  ResourceRef,
  SaveState,
  Selection,
  SelectionOrigin,
  SessionState,
  ShownRun,
  SourcePort,
  Theme,
} from './State.ts';
export { seedWorkspace } from './seed.ts';
export { clearSelection, type SelectionChange, select, showTask } from './selection.ts';
export { session, useSession, watch } from './store.ts';
export { setVariables } from './variables.ts';
export {
  closeDialog,
  closeDrawer,
  openDialog,
  openDrawer,
  setDirection,
  setInspectorOpen,
  setMode,
  setNarrow,
  setPanel,
  setTheme,
  togglePanel,
} from './view.ts';
