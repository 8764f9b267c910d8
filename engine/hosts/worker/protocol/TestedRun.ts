import type { RunEvent } from '../../../run/index.ts';

/** A run that becomes a test, with the texts that it ran. */
export interface TestedRun {
  /** The workflow's. */
  readonly path: string;
  readonly source: string;
  /** What it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly events: readonly RunEvent[];
  /** What the test is called. */
  readonly name: string;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
}
