import { type Task, traitsOf } from '#engine/model';

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
 * Size of a task's card, px: fixed by the text, whatever happens in a run, so that nothing moves and nothing need be
 * measured. Both heights put the middle on the half of the 20 px grid, where lines between cards run straight.
 */
export function cardSize(task: Task): Size {
  return { width: CARD_WIDTH, height: hasProgressLine(task) ? TALL_HEIGHT : CARD_HEIGHT };
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
  return (Math.ceil((length - 20) / 40) * 40 + 20) / 2;
}
