/** A pane as it is now, along the axis on which it is resized, in px. */
export interface PaneSize {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

/**
 * How far the boundary between two panes can be moved: what one gains the other loses, and both keep their limits.
 * @param delta px wanted, towards the end of the axis when positive
 * @returns px possible
 */
export function moveBoundary(before: PaneSize, after: PaneSize, delta: number): number {
  const least = Math.max(before.min - before.size, after.size - after.max);
  const most = Math.min(before.max - before.size, after.size - after.min);
  // Where the window leaves less than the limits ask for, nothing moves.
  return least > most ? 0 : Math.min(Math.max(delta, least), most);
}
