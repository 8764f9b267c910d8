import { type CardFrame, isFrame } from '#engine/layout';
import type { Box } from '../../route/Line.ts';
import { type Arrangement, boundsOf } from '../arrangeGraph.ts';

/** A frame with its place, which follows from the cards in it. */
export interface PlacedFrame {
  readonly frame: CardFrame;
  /** On the canvas as a whole. */
  readonly box: Box;
  /** Height of the part below the title that its text has, px; 0 without a text. */
  readonly textHeight: number;
  /** Those of its tasks that it is drawn around. */
  readonly tasks: readonly string[];
}

/** Height of the line with the title, px. */
export const FRAME_HEAD = 40;

/** Between the border and the cards, px. */
const INSET = 20;

/** Above the start, for its mark, px. */
const START_ROOM = 40;

const LINE_HEIGHT = 20;
/** A character of the text on average, and what lies next to a line of it, px. */
const CHARACTER = 7;
const BESIDE_TEXT = 28;
/** So many lines of the text have room; of a longer one the rest is omitted. */
const MOST_LINES = 6;

/**
 * The frames that are drawn: those with a task that is in no container. In a container there is no room for a title between
 * its own and its cards.
 */
export function placeFrames(arrangement: Arrangement): readonly PlacedFrame[] {
  const { graph, boxes, layout } = arrangement;
  return (layout.frames ?? []).flatMap((frame): PlacedFrame[] => {
    const tasks = frame.tasks.filter((id) => boxes.has(id) && graph.nodes.get(id)?.parent === null);
    if (tasks.length === 0) return [];
    const inside = tasks.map((id) => roomOf(arrangement, id));
    return [{ frame, tasks, ...frameAround(frame.text, inside) }];
  });
}

/** The place of a frame with such a text around boxes. */
export function frameAround(text: string, inside: Iterable<Box>): Pick<PlacedFrame, 'box' | 'textHeight'> {
  const { x, y, width, height } = boundsOf(inside);
  const textHeight = heightOf(text, width + 2 * INSET - BESIDE_TEXT);
  // Whole cells of the grid, so that a frame snaps where its cards do.
  const above = FRAME_HEAD + textHeight + INSET;
  return {
    box: { x: x - INSET, y: y - above, width: width + 2 * INSET, height: height + above + INSET },
    textHeight,
  };
}

/** The room of a card in a frame: with the ends of its branches, and the mark of the start. */
export function roomOf({ graph, boxes, placements, layout }: Arrangement, id: string): Box {
  const { x = 0, y = 0, width = 0, height = 0 } = boxes.get(id) ?? {};
  const [node, placement] = [graph.nodes.get(id), placements.get(id)];
  const above = node?.isStart === true ? START_ROOM : 0;
  const isOpen = node !== undefined && isFrame(node) && !layout.collapsed.has(id);
  const room = isOpen ? undefined : placement;
  return {
    x,
    y: y - above,
    width: Math.max(width, room?.width ?? 0),
    height: Math.max(height, room?.height ?? 0) + above,
  };
}

/** What a text takes, estimated from its characters, so that nothing is measured. */
function heightOf(text: string, width: number): number {
  if (text.trim() === '') return 0;
  const perLine = Math.max(1, Math.floor(width / CHARACTER));
  const lines = text.split('\n', MOST_LINES).map((line) => Math.max(1, Math.ceil(line.length / perLine)));
  const count = Math.min(
    MOST_LINES,
    lines.reduce((sum, each) => sum + each, 0),
  );
  return count * LINE_HEIGHT;
}
