import { Position } from '@xyflow/react';
import type { Side } from '../route/Line.ts';

/** Where the flow runs to: right in Design, down in Split, or as the user turned it. */
export type Direction = 'right' | 'down';

export type { Side };

/** The side lines leave by on the main line. */
export function exitSide(direction: Direction): Side {
  return direction === 'right' ? 'right' : 'bottom';
}

/** The side lines arrive at. */
export function entrySide(direction: Direction): Side {
  return direction === 'right' ? 'left' : 'top';
}

/** A side in React Flow's words. */
export const POSITIONS = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
} as const satisfies Record<Side, Position>;
