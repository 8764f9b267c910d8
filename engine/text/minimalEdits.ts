import type { TextEdit } from './TextEdit.ts';

/** The one edit that turns `before` into `after` once what they share at both ends is omitted; none when they are equal. */
export function minimalEdits(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = sharedBlocks(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (splitsPair(before, start) || splitsPair(after, start)) start -= 1;
  let tail = sharedBlocks(
    shorter - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from),
  );
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail -= 1;
  return [{ start, end: before.length - tail, text: after.slice(start, after.length - tail) }];
}

/** Characters compared in one step: comparing slices of a long text is far faster than one character after the other. */
const BLOCK = 8192;

/** How many characters from one end are shared for certain, in whole blocks. */
function sharedBlocks(length: number, isShared: (from: number, to: number) => boolean): number {
  let shared = 0;
  while (shared + BLOCK <= length && isShared(shared, shared + BLOCK)) shared += BLOCK;
  return shared;
}

function splitsPair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}
