import type { Analysis } from '../graph/index.ts';
import { EMPTY_VIEW } from '../run/index.ts';
import type { Findings, TestCase } from '../testFile/index.ts';
import type { Diagnostic } from '../text/index.ts';
import { judgeTest } from './judge/judgeTest.ts';
import type { Verdict } from './judge/Verdict.ts';
import { type PlayedTest, playTest } from './play/playTest.ts';
import type { GivenCassette } from './play/RecordedCalls.ts';
import type { TestPorts } from './play/TestCalls.ts';

/** A test with the workflow it is of, and the file it was read from. */
export interface TestSubject {
  readonly analysis: Analysis;
  readonly test: TestCase;
  readonly findings: Findings;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
  /** What is wrong in the test itself, such as a task that the workflow does not have. It fails by that, and is not played. */
  readonly faults?: readonly Diagnostic[];
}

/** What became of a test: its run, and what that is worth. */
export interface TestResult {
  readonly played: PlayedTest;
  readonly verdict: Verdict;
}

const NOT_PLAYED: PlayedTest = { events: [], inputs: [], view: EMPTY_VIEW, branches: new Map(), stop: null };

/** Plays one test and judges it. Pure: the same for the same texts, on every host. Patterns must be loaded. */
export async function runTest(subject: TestSubject, ports: TestPorts = {}): Promise<TestResult> {
  const { analysis, test, findings, cassette, faults = [] } = subject;
  if (faults.length > 0) return { played: NOT_PLAYED, verdict: refuseTest(test, faults, findings) };
  const played = await playTest(analysis, test, { ...ports, cassette });
  return { played, verdict: judgeTest(analysis, test, played, findings) };
}

/** The verdict on a test that is not played, because something is wrong in it: a failure for each fault, with the fault's code. */
function refuseTest(
  { name, path: place }: Pick<TestCase, 'name' | 'path'>,
  faults: readonly Diagnostic[],
  findings: Findings,
): Verdict {
  const failures = faults.map(({ code, message, path }) => ({
    code: code as `TEST_${string}`,
    message,
    expected: null,
    actual: null,
    at: findings.placeOf(path),
    task: null,
    event: null,
    after: null,
  }));
  return {
    name,
    passed: false,
    status: 'pending',
    duration: 0,
    steps: 0,
    at: findings.placeOf(place),
    failures,
  };
}
