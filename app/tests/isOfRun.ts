import type { TestVerdict } from '../session/tests/index.ts';

type Code = TestVerdict['failures'][number]['code'];

const OF_RUNS: ReadonlySet<Code> = new Set<Code>(['UNANSWERED', 'INPUT', 'ENDLESS', 'STUCK']);

/** Whether a test failed before anything was compared: its run was stopped, or something is wrong in the test itself. */
export function isOfRun(code: Code): boolean {
  return OF_RUNS.has(code) || code.startsWith('TEST_');
}
