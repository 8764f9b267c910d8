import type { Point } from '#engine';
import type { Box } from './Line.ts';

/** Height of a line of words, px. */
const HEIGHT = 14;
/** What a character takes, px: text of 11 px, with some room. */
const CHARACTER = 6.4;

/** What a label takes, px. */
export function labelBox(text: string, { x, y }: Point): Box {
  const width = text.length * CHARACTER;
  return { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT };
}
