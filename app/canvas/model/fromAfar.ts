/** Below this zoom cards are signs: name, colour of the type, status; and lines carry no words. */
export const DETAIL_ZOOM = 0.5;

/** The room of a name on a card that is seen from afar, and the sizes that it may have, px of the canvas. */
const ROOM = { width: 186, height: 56 };
/** The same height of a card with a line below. */
const TALL = 92;
const LARGEST = 42;
/** A name too long for it is cut. */
export const LEAST = 22;
/** Width of a character and distance of two lines, as a part of the size of the type. */
const CHARACTER = 0.56;
const LEADING = 1.06;

/** The largest type in which a name fits its card without a word being broken, px; for one that never does the least. */
export function signSize(name: string, isTall: boolean): number {
  const height = isTall ? TALL : ROOM.height;
  // A line ends behind a hyphen, too.
  const words = name.split(/\s+|(?<=-)/).map((word) => word.length);
  for (let size = LARGEST; size > LEAST; size -= 1) {
    const most = Math.floor(ROOM.width / (size * CHARACTER));
    if (Math.max(...words) <= most && countLines(words, most) * size * LEADING <= height) return size;
  }
  return LEAST;
}

function countLines(words: readonly number[], most: number): number {
  let lines = 1;
  let used = 0;
  for (const length of words) {
    if (used > 0 && used + 1 + length > most) {
      lines += 1;
      used = 0;
    }
    used += length + (used > 0 ? 1 : 0);
  }
  return lines;
}
