/** The one state of the app and the only ways to change it. Panes meet here. */
export {
  activeAnalysis,
  shownAnalysis,
  useAnalysis,
  useShownAnalysis,
} from './analysis.ts';
export { copyText } from './clipboard.ts';
export { activeDiagnostics, startChecking, useDiagnostics } from './diagnostics.ts';
export {
  checkFolder,
  closeFolder,
  listUnsaved,
  openFolder,
  resolveConflict,
  saveToFolder,
} from './disk.ts';
export { dispatch, redo, replaceFileText, undo } from './dispatch.ts';
export { createFile, duplicateFile, openFile, removeFile, renameFile } from './files.ts';
export { connectFolderMemory, dismissFolder, reopenFolder } from './folderMemory.ts';
export { resolvedAnalysisOf } from './importedFiles.ts';
export { importFiles } from './imports.ts';
export { lastValuesOf } from './lastValues.ts';
export { notify, onNotice } from './notices.ts';
export { connectStorage, type Persistence } from './persist.ts';
export { port, registerPort, withPort } from './ports.ts';
export { readOnlyReason, useIsReadOnly } from './readOnly.ts';
export {
  closeRun,
  connectRuns,
  deleteRun,
  editRunValue,
  findInputProblems,
  type InputProblem,
  lastInput,
  openRun,
  openRunForm,
  pauseRun,
  recoverRuns,
  resumeRun,
  retryRunStorage,
  sendSignal,
  startRun,
  stepRun,
  stopRun,
  takeOverRun,
} from './run.ts';
export { createRunScope } from './runScope.ts';
export { analysisOfRun, didRunKnow } from './runText.ts';
export type {
  CanvasAct,
  DialogName,
  Mode,
  PanelName,
  ResourceRef,
  Selection,
  SessionState,
  ShownRun,
} from './State.ts';
export { seedWorkspace } from './seed.ts';
export { clearSelection, select, selectActivation, selectedDefinition, showTask } from './selection.ts';
export { startReading, useIsReading } from './startReading.ts';
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
