import type { CoveredPart, Verdict } from '../../../proof/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import type { CoverageTargets } from '../../../testFile/index.ts';
import type { Diagnostic, Position } from '../../../text/index.ts';

/** A test file of the workspace, and which of its tests are meant. */
export interface TestsRequest {
  readonly path: string;
  readonly text: string;
  /** Its workflow and what that imports, by path, and those of the recorded runs it names that are not kept by the worker. */
  readonly files: ReadonlyMap<string, string>;
  /** By their places in the file; null: all. */
  readonly only: readonly number[] | null;
}

/** A test of a file; `at`: lines and columns from 1. */
export interface FoundTest {
  readonly name: string;
  readonly at: Position;
  /** What it gives its run, and what it expects of it, each in a line. */
  readonly given: string;
  readonly expected: string;
}

/** The tests of a file as far as they can be read. */
export interface FoundTests {
  /** Path of the workflow; null where it leads out of the workspace. */
  readonly workflow: string | null;
  /** In the order of the file. */
  readonly tests: readonly FoundTest[];
  /** The tests with `each`, in the order of the file; `rows`: the file of its rows as it is written, null where they are in the test file. */
  readonly datasets: readonly { readonly name: string; readonly at: Position; readonly rows: string | null }[];
  /** What of the workflow they came to; null where not all of them were played. */
  readonly coverage: readonly CoveredPart[] | null;
  /** What the file asks that its tests reach. */
  readonly targets: CoverageTargets;
  /** What keeps them from being played, by file; empty: nothing. */
  readonly wrong: readonly { readonly path: string; readonly diagnostics: readonly Diagnostic[] }[];
}

/** A test that was played. Its run is sent for who asked for one test alone. */
export interface PlayedVerdict {
  /** Its place in the file. */
  readonly index: number;
  readonly verdict: Verdict;
}

/** The run of one test: its workflow, and what happened. */
export interface TestRun {
  readonly path: string;
  readonly source: string;
  readonly events: readonly RunEvent[];
}
