/** One suggestion for a field: puts `insert` in the place of `[start, end)` of the field's text. */
export interface FieldCompletion {
  readonly label: string;
  readonly detail: string;
  /** What it is and what it was in the last run, as Markdown. May be empty. */
  readonly documentation: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Completions at an offset of a field's text, best first; null while the language service is not loaded. */
export type Completer = (text: string, offset: number) => readonly FieldCompletion[] | null;
