import type { Reach } from '#engine/model';
import type { JsonObject } from '#engine/values';

/** A run that came from a file, or was forked from such a one. */
export interface ImportedSource {
  readonly runId: string;
  readonly path: string;
  readonly source: string;
  /** The texts it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The name of the file it came from. */
  readonly importedFrom: string;
}

/** On whose behalf the engine is to reach out. */
export type Asker =
  /**
   * A file of the workspace with all it imports; `defines`: the part of a document that is asked about; `tests`: the test file that it is
   * played for, whose variants may set any value of it.
   */
  | { readonly type: 'file'; readonly path: string; readonly defines?: JsonObject; readonly tests?: string }
  | { readonly type: 'imported-run'; readonly run: ImportedSource }
  /** The user, with what they set up in this app, or a run that was let out when it started. */
  | { readonly type: 'person' };

/** What the user is asked before something from outside reaches out for the first time. */
export interface TrustQuestion {
  readonly asker: Exclude<Asker, { readonly type: 'person' }>;
  /** The files of the workspace that a yes counts for; empty for a run. */
  readonly files: readonly string[];
  /** Every text that was judged, by path: a yes counts for these texts alone. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reach: Reach;
  /** True: a text changed while the question was open, so that it is asked again. */
  readonly hasChanged: boolean;
}
