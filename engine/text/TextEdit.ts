/** A half-open range of UTF-16 offsets in one text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces `[start, end)` of the source *before* the transaction by `text`. In a list: sorted and disjoint. */
export interface TextEdit extends TextRange {
  readonly text: string;
}
