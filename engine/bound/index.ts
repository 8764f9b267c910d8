/**
 * What a run takes at most, by its text alone: time, and what its models' answers cost. Pure; nothing is run. Each task, level and hook is
 * bounded by the parts it has, and what none of them limits is told by the task and the reason.
 */
export { forecastChange } from './boundFile.ts';
export { boundRun, type Gap, type RunBound, tellGaps } from './boundRun.ts';
