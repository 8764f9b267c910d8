/** One suggestion for a field: puts `insert` in the place of `[start, end)` of the field's text. */
export interface FieldCompletion {
  readonly label: string;
  readonly detail: string;
  /** What it is and what it was in the last run, as Markdown. May be empty. */
  readonly documentation: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** The part of `insert` to fill in next, which is selected; omitted, the caret goes behind it all. */
  readonly stop?: { readonly start: number; readonly end: number } | undefined;
}

/** Completions at an offset of a field's text, best first; a promise of them while what knows them is not loaded. */
export type Completer = (
  text: string,
  offset: number,
) => readonly FieldCompletion[] | Promise<readonly FieldCompletion[]>;
