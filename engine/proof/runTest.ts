import type { Analysis } from '../graph/index.ts';
import type { Findings } from './file/Findings.ts';
import type { TestCase } from './file/TestFile.ts';
import { judgeTest } from './judge/judgeTest.ts';
import type { Verdict } from './judge/Verdict.ts';
import { playTest } from './play/playTest.ts';
import type { TestPorts } from './play/TestCalls.ts';

/** A test with the workflow it is of, and the file it was read from. */
export interface TestSubject {
  readonly analysis: Analysis;
  readonly test: TestCase;
  readonly findings: Findings;
}

/** Plays one test and judges it. Pure: the same verdict for the same texts, on every host. Patterns must be loaded. */
export async function runTest({ analysis, test, findings }: TestSubject, ports: TestPorts = {}): Promise<Verdict> {
  return judgeTest(analysis, test, await playTest(analysis, test, ports), findings);
}
