/**
 * `*.test.yaml`, the file of tests next to a workflow: its schema, its reader, and what is wrong in it, for the player of tests and for
 * the editor of the app; pure.
 */

export { type AnswerForm, agentTools, answerForm, callsOut } from './answerSchema.ts';
export { checkTestFile } from './checkTestFile.ts';
export { checkTests } from './checkTests.ts';
export { COVERED_NAMES, type CoverageTargets, type CoveredName, joinTargets } from './coverageTargets.ts';
export { diffFailure } from './diffFailure.ts';
export type { Findings } from './Findings.ts';
export { readTestFile } from './readTestFile.ts';
export {
  type Answer,
  type AskedTool,
  type CallExpectation,
  type CallMatch,
  type Count,
  type Dataset,
  EXPECTS_SUCCESS,
  type Expectations,
  type RoundExpectation,
  type Score,
  type TaskAnswers,
  type TaskExpectation,
  type TestCase,
  type TestCassette,
  type TestFile,
  type TestSignal,
  type Variant,
} from './TestFile.ts';
export { findNamed } from './taskNames.ts';
export {
  findPlace,
  isCondition,
  isExpected,
  isTaskKey,
  isTaskText,
  listPlaces,
  listTaskPlaces,
  listUsePlaces,
  renameInName,
} from './taskPlaces.ts';
export { testRootsAt, testSchemaAt } from './testSchemaAt.ts';
export { answersFileOf, namedFiles, namedWorkflow, pathBeside, workflowBeside, workflowOf } from './workflowOf.ts';
