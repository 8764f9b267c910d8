import type { Findings, TestCase } from '../../testFile/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';

/** A run in which things go wrong. */
export interface DrilledTest {
  readonly test: TestCase;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
  /** Of its file: the test must pass without a fault. Absent: nothing is expected of it. */
  readonly findings?: Findings;
  /** What is wrong in the test itself: it fails by that. */
  readonly faults?: readonly Diagnostic[];
}
