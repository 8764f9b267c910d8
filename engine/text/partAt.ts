import { cutText } from './cutText.ts';

/** How much is shown before the place at which two texts part. */
const BEFORE = 20;

/** Two texts that differ, each cut to about `most` UTF-16 code units around the place at which they part. */
export function partAt(one: string, other: string, most: number): readonly [string, string] {
  if (one.length <= most && other.length <= most) return [one, other];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = Math.max(0, start - BEFORE);
  const show = (text: string): string =>
    `${from > 0 ? '…' : ''}${cutText(text.slice(from).replace(/^\p{Cs}/u, ''), most)}`;
  return [show(one), show(other)];
}
