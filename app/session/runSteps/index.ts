/** The steps of the run on screen, found, looked into and run again: those that failed, items of collections, what a step sees. The door of this slice of the session. */
export { countFailedItems, failedSteps } from '../store/failures.ts';
export { explainNoRetry } from './explainNoRetry.ts';
export { explainNoScope, inspectRun, type ShownScope } from './inspectRun.ts';
export { nextFailed } from './nextFailed.ts';
export { explainNoRepeat, repeatRun } from './repeatRun.ts';
export { collectionOf, retryFailed } from './retryFailed.ts';
export { countRounds, stepsInside } from './stepsInside.ts';
