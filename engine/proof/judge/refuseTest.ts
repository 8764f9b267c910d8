import type { Findings, TestCase } from '../../testFile/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import type { Verdict } from './Verdict.ts';

/** The verdict on a test that is not played, because something is wrong in it: a failure for each fault, with the fault's code. */
export function refuseTest(
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
