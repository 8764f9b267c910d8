import type { Diagnostic, History, Workspace } from '#engine';
import type { TrustQuestion } from './TrustQuestion.ts';

export interface ResourceRef {
  readonly kind: 'agent' | 'tool' | 'memory' | 'workflow';
  readonly id: string;
}

export type SelectionOrigin = 'canvas' | 'source' | 'inspector' | 'other';

/** What the user is looking at in the active file: tasks, notes and frames, or an edge, or a resource. */
export interface Selection {
  readonly tasks: ReadonlySet<string>;
  /** Ids of notes of its layout. */
  readonly notes: ReadonlySet<string>;
  /** Ids of frames of its layout. */
  readonly frames: ReadonlySet<string>;
  /** Id of an edge of the graph. */
  readonly edge: string | null;
  readonly resource: ResourceRef | null;
  /** Which pane it was made in: that pane does not scroll to it. */
  readonly origin: SelectionOrigin;
}

/** Diagnostics of one exact text, made in the worker. */
export interface CheckedText {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The texts, their history, which file is open and what is selected in it. What is derived from a text is computed, never kept here. */
export interface DocumentState {
  readonly workspace: Workspace;
  readonly history: History;
  readonly activePath: string | null;
  readonly selection: Selection;
  /** Files that came from outside and that the user has not said yes to: they do not run. */
  readonly untrusted: ReadonlySet<string>;
  /** What is asked while the dialog `trust` is open. */
  readonly trustQuestion: TrustQuestion | null;
  readonly checked: CheckedText | null;
  /** Counts what the worker began and ended to read, so that what is derived from it is derived again. */
  readonly readings: number;
}
