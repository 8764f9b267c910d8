import type { JsonObject } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import type { Diagnostic, Path } from '../../text/index.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';

/** A call that was made for real because no answer of its test is for it, or fits it any more. */
export interface AskedCall {
  readonly call: Call;
  /** What it was answered with, as a test file has it: under `output`, or under `tool_calls` what a model called. */
  readonly answer: JsonObject;
  /** What it had before, as {@link answer}; null: nothing, or nothing that can be shown. */
  readonly before: JsonObject | null;
  /** In what it differs from what the recorded run asked there; null: there is no recorded run, or it asked nothing there. */
  readonly changes: string | null;
  /** The answer that does not fit any more; null: there was none. */
  readonly replaces: Path | null;
}

/** A test of a file, as far as its answers matter. */
export interface AnsweredTest {
  readonly analysis: Analysis;
  readonly test: TestCase;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
  /** What is wrong in the test itself. */
  readonly faults?: readonly Diagnostic[];
  /** The text of its file. */
  readonly text: string;
}
