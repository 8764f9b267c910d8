import { type Task, traitsOf } from '#engine/model';
import type { Direction } from './direction.ts';
import { routesOf } from './ports.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width of every card, px. */
const CARD_WIDTH = 216;

/** A card with a name and what it uses. */
const CARD_HEIGHT = 60;

/** A card that also has a line for progress. */
const TALL_HEIGHT = 100;

/**
 * Distance of the ports of routes on the side of a card, px: whole grid cells, so that a line from one of them is straight or
 * bends by a cell at least, and names fit between lines.
 */
export const ROUTE_PITCH = { right: 20, down: 60 } as const;

/** Along the lower side, what the ports next to those of routes take, px. */
const BESIDE_ROUTES = 140;

/**
 * Size of a task's card, px: fixed by the text, whatever happens in a run, so that nothing moves and nothing need be
 * measured. All heights and widths put the middle on the half of the 20 px grid, where lines between cards run straight. A
 * decision is as long as the ports of its routes take on the side that the flow leaves by.
 */
export function cardSize(task: Task, direction: Direction): Size {
  const size = { width: CARD_WIDTH, height: hasProgressLine(task) ? TALL_HEIGHT : CARD_HEIGHT };
  const routes = routesOf(task).length;
  if (routes === 0) return size;
  // One more for new routes.
  return direction === 'right'
    ? { ...size, height: Math.max(size.height, wholeCells((routes + 1) * ROUTE_PITCH.right)) }
    : { ...size, width: Math.max(size.width, wholeCells(BESIDE_ROUTES + routes * ROUTE_PITCH.down) - 4) };
}

/** Whether the card of a task has the line where a wait counts down, items are counted and retries are shown. */
export function hasProgressLine(task: Task): boolean {
  const { children, waits } = traitsOf(task.type);
  return waits || children === 'item' || task.retry !== null;
}

/**
 * Where lines meet a side of this length: the middle of the whole grid cells it takes, as the layout aligns cards and
 * containers of different sizes on one line.
 */
export function middleOf(length: number): number {
  return wholeCells(length) / 2;
}

/** An odd number of grid cells. */
function wholeCells(length: number): number {
  return Math.ceil((length - 20) / 40) * 40 + 20;
}
