import type { SavedTest } from '../../../proof/index.ts';
import type { RunEvent } from '../../../run/index.ts';

/** A run that becomes a test, with the texts that it ran. */
export interface TestSource {
  /** The workflow's. */
  readonly path: string;
  readonly source: string;
  /** What it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly events: readonly RunEvent[];
  /** Of the run in the history, whose seed and variables the test then has; absent: it is not there. */
  readonly runId?: string;
  /** What the test is called; absent: what happened in the run. */
  readonly name?: string;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
  /** The recorded run that the test names in place of answers; absent: it has answers. */
  readonly recording?: Recording;
}

/** The file of a recorded run that a test is to name. */
export interface Recording {
  /** Of a run in the history. */
  readonly runId: string;
  /** The file, as the test names it. */
  readonly name: string;
  /** Its path in the workspace, to keep it on this device; null: the page writes it. */
  readonly keepAs: string | null;
}

/** A test of a run. */
export interface SavedAsTest extends SavedTest {
  /** The text of the recorded run that the test names; null: it names none. */
  readonly recording: string | null;
}
