import type {
  CoveredPart,
  DrillCell,
  DrillProgress,
  DrillReport,
  MutationReport,
  SavedTest,
  Verdict,
} from '../../../proof/index.ts';
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

/** A workflow and all the files of its tests. */
export interface MutationRequest {
  readonly path: string;
  /** The workflow and what it imports, by path, and recorded runs that tests name and the worker does not keep. */
  readonly files: ReadonlyMap<string, string>;
  readonly tests: readonly { readonly path: string; readonly text: string }[];
}

/** How many of the changes were looked at. */
export interface MutationProgress {
  readonly done: number;
  readonly total: number;
}

/** What tests are worth, as far as that was tried. */
export interface MutationOutcome extends MutationReport {
  /** What keeps tests from being played, by file; empty: nothing. */
  readonly wrong: FoundTests['wrong'];
  /** Tests that fail without any change: then nothing was changed. */
  readonly failing: readonly string[];
}

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

/** The runs in which things go wrong: tests of a file, one that is made up, or one that was recorded. */
type DrillSource =
  /** `only`: its place in the file; null: all of them. */
  | { readonly kind: 'tests'; readonly path: string; readonly text: string; readonly only: number | null }
  | { readonly kind: 'simulation' }
  | { readonly kind: 'run'; readonly events: readonly RunEvent[] };

/** A workflow, and what its runs are given. */
export interface DrillRequest {
  readonly path: string;
  /** The workflow and what it imports, by path, and recorded runs that tests name and the worker does not keep. */
  readonly files: ReadonlyMap<string, string>;
  readonly source: DrillSource;
  /** Tasks that are tried before the others. */
  readonly first?: ReadonlySet<string>;
}

/** A cell as it comes, and how far that is. */
export interface DrillNews extends DrillProgress {
  readonly cell: DrillCell;
}

/** The result of a drill besides its cells. */
export interface DrillOutcome extends Omit<DrillReport, 'cells'> {
  /** What keeps it from being drilled, by file; empty: nothing. */
  readonly wrong: FoundTests['wrong'];
}

/** The run of one cell. */
export interface OpenedCell extends TestRun {
  /** Index of the first event after the fault has struck; null: it never did. */
  readonly struckAt: number | null;
}
