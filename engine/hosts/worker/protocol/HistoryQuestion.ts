import type { FileStatistics } from '../facts/RunFacts.ts';

/** What is asked of the history besides its rows, or changed in it. */
export type HistoryQuestion =
  /** The runs in whose input, output or error each word of a text begins one. */
  | { readonly op: 'words'; readonly text: string }
  /** All runs that have tags. */
  | { readonly op: 'tags' }
  /** Gives runs a tag, or takes it from them. */
  | { readonly op: 'tag'; readonly runIds: readonly string[]; readonly tag: string; readonly isOn: boolean }
  /** The statistics of the tasks of a file over its newest runs, at most so many. */
  | { readonly op: 'tasks'; readonly path: string; readonly runs: number };

/** The answers, by `op`. */
export interface HistoryAnswers {
  /** Ids of outermost runs, in no order. */
  readonly words: readonly string[];
  readonly tags: readonly RunTags[];
  readonly tag: null;
  readonly tasks: FileStatistics;
}

/** The labels that a person gave a run, of this browser or of a server; in the order in which they were given. */
export interface RunTags {
  readonly runId: string;
  readonly tags: readonly string[];
}
