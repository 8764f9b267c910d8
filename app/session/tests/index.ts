/** The tests of the workspace: listed, played in the engine's worker, and their results. The door of this slice of the session. */
export type {
  DatasetAnswers,
  DatasetResult,
  DrillCell,
  DrillSource,
  DrillState,
  Grid,
  MutationState,
  PlayedGrid,
  TestedFile,
  TestResult,
  TestVerdict,
} from '../store/ProofState.ts';
export { addDatasetOf, type DatasetPlace, importRows, readRowsFile, workflowOfRows } from './datasetFiles.ts';
export { compareDataset, type LiveBounds, playDataset, stopDataset } from './datasets.ts';
export { drillWorkflow, isDrillOld, paintDrill, stopDrill, unpaintDrill } from './drill.ts';
export { keyOf, type ListedTest, listTests, summarize, type TestSummary, testFiles } from './listTests.ts';
export { isMutationOld, mutateWorkflow, stopMutation } from './mutate.ts';
export {
  type CoveredPart,
  compareTargets,
  coverageOf,
  paintCoverage,
  percentOf,
  type TargetShare,
  type WorkflowCoverage,
} from './paintCoverage.ts';
export { playChanged, playFile, playTest, playTests, readTests, stopTests } from './playTests.ts';
export { recordTest, showPlace } from './recordTest.ts';
export { showDatasetRun } from './showDatasetRun.ts';
export { saveDrillRun, showDrillRun } from './showDrillRun.ts';
export { showKeptTest } from './showKeptTest.ts';
export { showTestRun } from './showTestRun.ts';
export { previewUpdate, type TestUpdate, writeUpdate } from './updateTest.ts';
