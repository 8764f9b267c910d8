/** The one state of the app, its documents, and the only ways to change them. Panes meet here; what belongs to runs, to what is set up in the workspace and to storage has a door of its own. */
export {
  activeAnalysis,
  analysisOf,
  treeOf,
  useAnalysis,
  useIsStale,
  whenRead,
} from './document/analysis.ts';
export { copyText, isOwnCopy, noteCopy } from './document/clipboard.ts';
export { activeDiagnostics, startChecking, useDiagnostics, useIsUnchecked } from './document/diagnostics.ts';
export { dispatch, redo, replaceFileText, undo, writeFiles } from './document/dispatch.ts';
export { createFile, duplicateFile, openFile, removeFile } from './document/files.ts';
export { judgePaste } from './document/judgePaste.ts';
export { readOnlyReason, useIsReadOnly } from './document/readOnly.ts';
export { removeNamed } from './document/removeNamed.ts';
export { renameFile } from './document/renameFile.ts';
export { clearSelection, select, selectActivation, showTask } from './document/selection.ts';
export { startReading, useIsReading } from './document/startReading.ts';
export { answerTrust } from './document/trustGate.ts';
export { kindOf } from './store/kindOf.ts';
export { notify, onNotice } from './store/notices.ts';
export { port, registerPort, withPort } from './store/ports.ts';
export type {
  DialogName,
  PanelName,
  ResourceRef,
  SessionState,
} from './store/State.ts';
export { session, useSession, watch } from './store/store.ts';
export {
  closeDialog,
  closeDrawer,
  inspected,
  openDialog,
  openDrawer,
  setDirection,
  setMode,
  setNarrow,
  setPanel,
  setTheme,
  toggleInspector,
  togglePanel,
} from './store/view.ts';
export { withModule } from './store/withModule.ts';
