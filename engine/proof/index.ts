/**
 * Tests of workflows: a file next to the workflow says what a run is given and what is expected of it; a run of the real machine
 * on a virtual clock, which reaches nothing, says whether it is so. Pure: no clock, no I/O, no randomness of its own.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `cassette`: what a run was answered with, under its places and what was asked.
 * - `play`: one test as a run: answers, signals and timers in their order.
 * - `judge`: what was expected against what came, as a verdict.
 * - `save`: a run as a test.
 * - `backtest`: a recorded run on another text.
 * - `merge`: a recorded run on a merged text and on those that it was made of.
 * - `cover`: which tasks, edges, outcomes and branches of a workflow its tests reached.
 * - `mutate`: small changes of a workflow, which its tests should notice.
 * - `update`: what a failed test expects, replaced by its result.
 * - `record`: answers that a test lacks, asked for real.
 * - `drill`: each fault of each task, in a run of its own, and its verdict.
 * - `dataset`: a test for each row of a dataset, under variants of the workflow, scored; two results compared.
 */
export { type Backtest, type BacktestEnd, type BacktestVerdict, backtestRun } from './backtest/backtestRun.ts';
export { PastComparison, type PastDifference } from './backtest/PastComparison.ts';
export type { OnMiss } from './backtest/playCassette.ts';
export { tellChanges } from './cassette/compareRequests.ts';
export { recordCassette } from './cassette/recordCassette.ts';
export { Coverage, type CoveredKind, type CoveredPart } from './cover/Coverage.ts';
export { COVERED_KINDS, type CoveredShare, countParts, listMissed, PLURALS, percentOf } from './cover/countParts.ts';
export { findUncovered, joinCoverage } from './cover/findUncovered.ts';
export { type DatasetSubject, findDatasets } from './dataset/changeWorkflow.ts';
export {
  type CellComparison,
  type ComparedCell,
  type ComparedGrid,
  compareGrids,
  type GridComparison,
} from './dataset/compareGrids.ts';
export { gridsToChatLines, gridsToCsv, type NamedGrid } from './dataset/exportGrid.ts';
export { type Grid, type GridCell, type PoorScore, poorScores, type VariantSummary } from './dataset/Grid.ts';
export { readRows } from './dataset/readRows.ts';
export { playGridCell, runLiveDataset, takeLive } from './dataset/runLiveDataset.ts';
export type { DrilledTest } from './drill/chooseRuns.ts';
export { compareDrills, type DrillComparison, type DrilledCells, isPoor, tellDrills } from './drill/compareDrills.ts';
export {
  type DrillCell,
  type Drilled,
  type DrillProgress,
  type DrillReport,
  drill,
  playCell,
} from './drill/drill.ts';
export { DRILL_VERDICTS, DRILL_WORDS, type DrillVerdict } from './drill/Fault.ts';
export type { PlayedDrill } from './drill/PlayedDrill.ts';
export { simulatedTest } from './drill/simulatedTest.ts';
export { type FoundSubjects, findSubjects, type ReadTestFile } from './findSubjects.ts';
export type { Failure, Verdict } from './judge/Verdict.ts';
export { explainUnproved } from './merge/explainUnproved.ts';
export {
  canPlay,
  MERGE_VERDICTS,
  MergeProof,
  type MergeTexts,
  type MergeVerdict,
  type ProvedRecord,
} from './merge/MergeProof.ts';
export { tellProved } from './merge/tellProved.ts';
export { type MutationReport, runMutants, type Survivor, scoreOf } from './mutate/runMutants.ts';
export { formatAnswer, parseAnswer, readAnswers } from './play/answerLines.ts';
export { type AnsweredCall, askWithin, type LiveAnswer, LiveBudget, type LiveLimits } from './play/askWithin.ts';
export { giveLive, isLive, type LiveFile, type OpenLiveFile, openLiveFile } from './play/giveLive.ts';
export { type AnswerCounts, type AnswerStore, LiveAnswers } from './play/LiveAnswers.ts';
export { describeCall, type PlayedTest } from './play/playTest.ts';
export { type GivenCassette, giveCassettes, toGivenCassette } from './play/RecordedCalls.ts';
export type { TestPorts } from './play/TestCalls.ts';
export { type RecordedTest, recordTest } from './record/recordTest.ts';
export type { RealCall } from './record/writeAnswers.ts';
export { runTest, type TestResult, type TestSubject } from './runTest.ts';
export { addDataset } from './save/addDataset.ts';
export { type RunToSave, type SavedTest, saveTest } from './save/saveTest.ts';
export { type UpdatedTest, updateTest } from './update/updateTest.ts';
