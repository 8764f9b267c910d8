/** The run on screen, the history of runs, and how runs start: the door of this slice of the session. */

export type { KeptBreakpoint, RunAim, RunFilter, RunFormSubject, ShownRun } from '../store/State.ts';
export { followRun, shownView, viewOf } from '../store/viewOf.ts';
export { connectTexts, textOfCall, textOfTask } from './modelTexts.ts';
export { closeRun, connectRuns, lastInput, openRun, openRunForm, recoverRuns } from './run.ts';
export { analysisOfRun, didRunKnow } from './runAnalysis.ts';
export {
  type BreakpointPlace,
  breakpointAt,
  describeBreakpoint,
  keepBreakpoint,
  removeBreakpoint,
  selectedPlace,
  setBreakpoint,
  setErrorPause,
  toggleBreakpoint,
} from './runBreakpoints.ts';
export {
  answerFailure,
  doubleBudget,
  editRunValue,
  repeatCall,
  retryRunStorage,
  sendSignal,
  stepRun,
  stopRun,
  takeOverRun,
  togglePause,
} from './runControls.ts';
export {
  deleteRun,
  exportRun,
  filterRuns,
  keepRun,
  showMoreRuns,
} from './runHistory.ts';
export { importRuns } from './runImport.ts';
export { moveMoment, showMoment } from './runMoment.ts';
export { isEditedSinceRun, paintOf } from './runPaint.ts';
export { lastTaskInput, runPart, startPart } from './runPart.ts';
export { pinFromRun, pinOf, pinTask } from './runPins.ts';
export { createRunScope, lastPassed, lastValuesOf } from './runScope.ts';
export { findInputProblems, type InputProblem, startRun } from './startRun.ts';
