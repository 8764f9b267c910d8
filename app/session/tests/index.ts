/** The tests of the workspace: listed, played in the engine's worker, and what they came to. The door of this slice of the session. */
export type { DrillCell, DrillSource, DrillState } from '../store/DrillState.ts';
export type { MutationState } from '../store/MutationState.ts';
export type { DatasetAnswers, DatasetResult, Grid, PlayedGrid } from '../store/PlayedGrid.ts';
export type { TestedFile, TestResult, TestVerdict } from '../store/TestedFile.ts';
export type { CoveredPart } from './coverageMarks.ts';
export { compareTargets, percentOf, type TargetShare } from './coverageTargets.ts';
export { addDatasetOf, type DatasetPlace, importRows, readRowsFile, workflowOfRows } from './datasetFiles.ts';
export { compareDataset, type LiveBounds, playDataset, stopDataset } from './datasets.ts';
export { drillWorkflow, isDrillOld, paintDrill, stopDrill, unpaintDrill } from './drill.ts';
export { keyOf, type ListedTest, listTests, summarize, type TestSummary, testFiles } from './listTests.ts';
export { isMutationOld, mutateWorkflow, stopMutation } from './mutate.ts';
export { coverageOf, paintCoverage, type WorkflowCoverage } from './paintCoverage.ts';
export { playChanged, playTest, playTests, readTests, stopTests } from './playTests.ts';
export { showDatasetRun } from './showDatasetRun.ts';
export { saveDrillRun, showDrillRun } from './showDrillRun.ts';
export { showPlace } from './showPlace.ts';
export { showTestRun } from './showTestRun.ts';
export { previewUpdate, type TestUpdate, writeUpdate } from './updateTest.ts';
