import type { TextEdit, TextRange } from './TextEdit.ts';

export type Severity = 'error' | 'warning' | 'info';

/** A way to a value inside a document: keys of maps and indices of lists, from the root. */
export type Path = readonly (string | number)[];

/** A finding about the author's text. Never thrown. docs/diagnostics.md documents every code. */
export interface Diagnostic {
  /** SCREAMING_SNAKE, stable. */
  readonly code: string;
  readonly severity: Severity;
  /** Offsets in the text that was checked. */
  readonly range: TextRange;
  /** Where in the document, as deep as is known; empty for the document itself. */
  readonly path: Path;
  /** What is wrong and what to do, in plain words, one or two sentences. */
  readonly message: string;
  /** The task the diagnostic belongs to (the innermost), if any: the card shows it. */
  readonly taskId?: string;
  readonly fixes?: readonly Fix[];
}

/** A fix for a diagnostic: one undo step. Edits refer to the text that was checked. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** What the edits change, one sentence each, where there are more than the title can say. */
  readonly changes?: readonly string[];
  /** Keys that it adds to the document, each as its path in JSON: of two fixes that add the same only one can be made. */
  readonly adds?: readonly string[];
}

/**
 * Why a command does not apply now. A value, never thrown: the interface disables or explains.
 * `code` is SCREAMING_SNAKE; `subject` names the thing (a task id, a key); `message` says what and what to do.
 */
export interface Refusal {
  readonly code: string;
  readonly subject: string;
  readonly message: string;
}
