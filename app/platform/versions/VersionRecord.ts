/**
 * Why a version was kept: `run` a run of it began; `import` it came from a file, the clipboard or a template; `outside` another
 * program wrote it; `merge` it is what a merge gave; `saved` it was written to the folder; `here` it was the text of this workspace
 * before something else took its place; `restored` an earlier version took it; `removed` the file was deleted; `asked` a person said so.
 */
export const VERSION_REASONS = [
  'run',
  'import',
  'outside',
  'merge',
  'saved',
  'here',
  'restored',
  'removed',
  'asked',
] as const;

export type VersionReason = (typeof VERSION_REASONS)[number];

/** A part of a text, by UTF-16 offsets, and what is there in another one. */
export type KeptEdit = readonly [start: number, end: number, text: string];

/** A version without its text. */
export interface VersionHead {
  readonly id: string;
  /** When it was kept, in ms since the epoch. */
  readonly at: number;
  readonly reason: VersionReason;
  /** What a person called it. One that has a name is never thinned. */
  readonly name: string | null;
}

/** A version as it is stored: what makes its text out of the text of the next newer one, or of `newest`. */
export interface StoredVersion extends VersionHead {
  /** Sorted and disjoint; empty: it has the same text. */
  readonly edits: readonly KeptEdit[];
}

/** The versions of one file, newest first. */
export interface VersionRecord {
  readonly path: string;
  readonly newest: string;
  readonly versions: readonly StoredVersion[];
}
