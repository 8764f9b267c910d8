/** A merge of a workflow: what both sides were made from, the sides, and what they are together. */
export interface MergeSubject {
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}
