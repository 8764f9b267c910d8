/** The one state of the app and the only ways to change it. Panes meet here. */
export {
  activeAnalysis,
  shownAnalysis,
  useAnalysis,
  useShownAnalysis,
} from './analysis.ts';
export { copyText, isOwnCopy, judgePaste, noteCopy } from './clipboard.ts';
export {
  type ComparedGraph,
  type ComparedRun,
  listComparable,
  openComparison,
  readComparedRun,
  type TaskMark,
  type TaskSide,
} from './comparison.ts';
export { activeDiagnostics, startChecking, useDiagnostics } from './diagnostics.ts';
export {
  checkFolder,
  closeFolder,
  listUnsaved,
  openFolder,
  resolveConflict,
  saveToFolder,
} from './disk.ts';
export { dispatch, redo, replaceFileText, undo, writeFiles } from './dispatch.ts';
export { createFile, duplicateFile, openFile, removeFile } from './files.ts';
export { connectFolderMemory, dismissFolder, reopenFolder } from './folderMemory.ts';
export { commandAnalysis, drawnAnalysis, resolvedAnalysisOf, useDrawnAnalysis } from './importedFiles.ts';
export { importFiles } from './imports.ts';
export { kindOf } from './kindOf.ts';
export { lastValuesOf } from './lastValues.ts';
export { listServerTools, setMcpServers } from './lendTools.ts';
export { type NamedTool, namedTools, useNamedTools } from './mcpTools.ts';
export { askMemory, askToTrustMemory, canAskMemory, openMemory, showMemory } from './memory.ts';
export { notify, onNotice } from './notices.ts';
export { connectStorage, type Persistence } from './persist.ts';
export { port, registerPort, withPort } from './ports.ts';
export { knownPrices, loadPrices, removePrice, setBudget, setPrice } from './prices.ts';
export { readOnlyReason, useIsReadOnly } from './readOnly.ts';
export { renameFile } from './renaming.ts';
export {
  closeRun,
  connectRuns,
  findInputProblems,
  type InputProblem,
  lastInput,
  openRun,
  openRunForm,
  recoverRuns,
  startRun,
} from './run.ts';
export {
  type BreakpointPlace,
  breakpointAt,
  selectedPlace,
  setBreakpoint,
  toggleBreakpoint,
} from './runBreakpoints.ts';
export {
  doubleBudget,
  editRunValue,
  pauseRun,
  resumeRun,
  retryRunStorage,
  sendSignal,
  stepRun,
  stopRun,
  takeOverRun,
} from './runControls.ts';
export {
  deleteRun,
  exportRun,
  filterRuns,
  keepRun,
  showMoreRuns,
} from './runHistory.ts';
export { importRuns } from './runImport.ts';
export { countAt, forkRun, moveMoment, showMoment } from './runMoment.ts';
export { pinFromRun, pinOf, pinTask } from './runPins.ts';
export { lastTaskInput, runPart, startPart } from './runPlans.ts';
export { createRunScope } from './runScope.ts';
export { analysisOfRun, didRunKnow } from './runText.ts';
export { connectTexts, textOfCall, textOfTask } from './runTexts.ts';
export { shownView, viewOf } from './runView.ts';
export type {
  CanvasAct,
  DialogName,
  Mode,
  PanelName,
  ResourceRef,
  RunAim,
  RunFilter,
  Selection,
  SessionState,
  ShownRun,
  StorageLoss,
  StoreName,
} from './State.ts';
export { answerSecret, changeSecret, lockUp, lockUpSecrets } from './secrets.ts';
export { seedWorkspace } from './seed.ts';
export { clearSelection, select, selectActivation, selectedDefinition, showTask } from './selection.ts';
export { startReading, useIsReading } from './startReading.ts';
export { watchDatabases } from './storage/engineLosses.ts';
export { dismissLoss } from './storage/losses.ts';
export { reconnectFolder, watchFolder } from './storage/watchFolder.ts';
export { session, useSession, watch } from './store.ts';
export type { TrustQuestion } from './TrustQuestion.ts';
export { testModel } from './testModel.ts';
export type { TextSource } from './textSources.ts';
export { answerTrust } from './trustGate.ts';
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
export { withModule } from './withModule.ts';
