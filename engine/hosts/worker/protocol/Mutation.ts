import type { MutationReport } from '../../../proof/index.ts';
import type { FoundTests } from './Tests.ts';

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
