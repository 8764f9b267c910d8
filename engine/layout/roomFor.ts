import { GRID, type Size, snapUp } from './Box.ts';

/**
 * The room a box takes: whole grid cells, so that snapping never brings two boxes closer, and across the flow an odd
 * number of cells, so that boxes of different sizes on one line keep a common middle.
 */
export function roomFor(box: Size): { width: number; height: number } {
  return { width: snapUp(box.width), height: Math.ceil((box.height - GRID) / (2 * GRID)) * 2 * GRID + GRID };
}
