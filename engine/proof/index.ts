/**
 * Tests of workflows: a file beside the workflow says what a run is given and what is expected of it; a run of the real machine
 * on a virtual clock, which reaches nothing, says whether it is so. Pure: no clock, no I/O, no randomness of its own.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `file`: `*.test.yaml`: its schema, its reader, and what is wrong in it.
 * - `play`: one test as a run: answers, signals and timers in their order.
 * - `judge`: what was expected against what came, as a verdict.
 */
export { checkTests } from './file/checkTests.ts';
export { isTestFile, workflowBeside } from './file/isTestFile.ts';
export { readTestFile } from './file/readTestFile.ts';
export type { TestCase, TestFile } from './file/TestFile.ts';
export type { Failure, Verdict } from './judge/Verdict.ts';
export type { TestPorts } from './play/TestCalls.ts';
export { runTest, type TestSubject } from './runTest.ts';
