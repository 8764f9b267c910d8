import type { TextEdit } from './TextEdit.ts';

/** The one edit that turns `before` into `after` once what they share at both ends is left out; none when they are equal. */
export function minimalEdits(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (splitsPair(before, start) || splitsPair(after, start)) start -= 1;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail -= 1;
  return [{ start, end: before.length - tail, text: after.slice(start, after.length - tail) }];
}

function splitsPair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}
