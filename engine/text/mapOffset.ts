import type { TextEdit } from './TextEdit.ts';

/**
 * Where an offset of the text before the edits lies in the text after them.
 *
 * | the offset is | it goes |
 * |---|---|
 * | before or after an edit | along with its character |
 * | at an insertion | before it with `assoc` -1, behind it with 1 |
 * | at the start of a replaced range | to the start of the new text |
 * | at the end of a replaced range | to the end of the new text |
 * | inside a replaced range | to the start with -1, to the end with 1 |
 */
export function mapOffset(edits: readonly TextEdit[], offset: number, assoc: -1 | 1): number {
  let shift = 0;
  for (const edit of edits) {
    if (offset < edit.start) break;
    const isInsertion = edit.start === edit.end;
    if (offset < edit.end || (isInsertion && offset === edit.end && assoc < 0)) {
      const start = edit.start + shift;
      return offset === edit.start || assoc < 0 ? start : start + edit.text.length;
    }
    shift += edit.text.length - (edit.end - edit.start);
  }
  return offset + shift;
}
