import type { Point } from '#engine';
import { select } from '../../session/index.ts';
import type { Arrangement, Box } from '../model/arrangeGraph.ts';
import type { ArrowKey } from '../model/walkGraph.ts';
import { frameBoxes } from './frames.ts';
import { currentNotes } from './notes.ts';

/** Selects the card, note or frame that is nearest to a note or frame on the side of an arrow; where there is none, it stays. */
export function walkFromNote({ boxes }: Pick<Arrangement, 'boxes'>, note: Box, arrow: ArrowKey): void {
  const cards = [...boxes].map(([id, box]) => ({ box, chosen: { tasks: [id] } }));
  const notes = currentNotes().map((other) => ({ box: other, chosen: { notes: [other.id] } }));
  const frames = frameBoxes().map(({ id, ...box }) => ({ box, chosen: { frames: [id] } }));
  const from = middleOf(note);
  let [nearest, least]: [(typeof cards | typeof notes | typeof frames)[number] | null, number] = [null, Infinity];
  for (const element of [...cards, ...notes, ...frames]) {
    const distance = distanceTo(from, middleOf(element.box), arrow);
    if (distance < least) [nearest, least] = [element, distance];
  }
  if (nearest) select({ ...nearest.chosen, origin: 'canvas' });
}

/** How far a point is on the side of an arrow; what lies aside counts double, what lies behind is never reached. */
function distanceTo(from: Point, to: Point, arrow: ArrowKey): number {
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [ahead, aside] = isAcross ? [dx * sign, dy] : [dy * sign, dx];
  return ahead > 0 ? ahead + 2 * Math.abs(aside) : Infinity;
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
