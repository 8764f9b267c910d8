/** Farther out than any canvas shows; a position beyond is a mistake in the file. */
const FARTHEST = 1_000_000;

/** Whether JSON is a map of members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether JSON is a number that can be a place on the canvas, px. */
export function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FARTHEST;
}
