import type { TextEdit, TextRange } from '../../text/index.ts';

/**
 * A stretch of the text before and what is in its place in the text after. `apart`: nothing but blanks and comments is different.
 * All hunks of two texts, in order, lead from one to the other byte for byte; each can be taken alone.
 */
export interface Hunk {
  /** Its number among the hunks of the two texts. */
  readonly order: number;
  readonly before: TextRange;
  readonly after: TextRange;
  readonly apart: boolean;
}

/** An edit that is part of a change. */
export interface ChangeEdit extends TextEdit {
  /** Its number among the edits that lead from one text to the other: several insertions may be at one place. */
  readonly order: number;
}

/** The edits of the text before that bring these hunks. */
export function makeEdits(after: string, hunks: readonly Hunk[]): readonly ChangeEdit[] {
  return hunks.map((hunk) => ({
    ...hunk.before,
    text: after.slice(hunk.after.start, hunk.after.end),
    order: hunk.order,
  }));
}

/** The edits of the text after that take these hunks back. */
export function takeBackEdits(before: string, hunks: readonly Hunk[]): readonly ChangeEdit[] {
  return hunks.map((hunk) => ({
    ...hunk.after,
    text: before.slice(hunk.before.start, hunk.before.end),
    order: hunk.order,
  }));
}

/** The edits of several changes of the same two texts, each once and in order: what makes all of them, or takes them back. */
export function joinEdits(edits: readonly (readonly ChangeEdit[])[]): readonly TextEdit[] {
  const all = new Map(edits.flat().map((edit) => [edit.order, edit] as const));
  return [...all.values()].sort((a, b) => a.order - b.order).map(({ start, end, text }) => ({ start, end, text }));
}
