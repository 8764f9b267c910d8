/**
 * What is done with the run on screen and its steps: finding, following and looking into them, running them again, skipping waits, lists of
 * breakpoints and pins, keeping the run as a test or a report. The door of this slice of the session.
 */

export { restartEngine } from '../run/run.ts';
export { countFailed, countTimes, failedSteps, isHandled } from '../store/failures.ts';
export type { StepTab } from '../store/State.ts';
export { isOfExpression, telling } from '../store/telling.ts';
export { type FollowedRun, shownStanding, standingNow } from '../store/viewOf.ts';
export { muteBreakpoints, removeBreakpoints, unpinTasks } from './debugLists.ts';
export { explainNoRecording, explainNoRetry, explainNoTest } from './explainNoRetry.ts';
export { holdFollowing, resumeFollowing, toggleFollowing } from './followRuns.ts';
export { explainNoScope, inspectRun, type ShownScope } from './inspectRun.ts';
export { lookOf } from './lookOf.ts';
export { nextFailed } from './nextFailed.ts';
export { openReport } from './openReport.ts';
export { openSearch } from './openSearch.ts';
export { explainNoRepeat, repeatRun } from './repeatRun.ts';
export { type DrawWorkflow, type ReportSource, readReported } from './reportRun.ts';
export { collectionOf, countRounds, retryFailed, stepsInside } from './retryFailed.ts';
export { saveRunAsTest } from './saveRunAsTest.ts';
export { setTellsOfRuns } from './setTellsOfRuns.ts';
export { showFound } from './showFound.ts';
export { canSkipWait, skipAnyWait, skipWait } from './skipWait.ts';
export { hasLine, setStepTab, showLine, turnStepDock } from './stepLook.ts';
export { takenHandlers } from './takenHandlers.ts';
export { setVirtualTime, toggleVirtualTime } from './virtualTime.ts';
export { workedSoFar } from './workedSoFar.ts';
