/** The place of the first of some ascending numbers that is not less than one; their count where all are. */
export function placeFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the hit after the one at an event, or before it, from the last one on the first; -1 where there is none. */
export function findNext(hits: readonly number[], current: number | null, by: 1 | -1): number {
  const { length } = hits;
  if (length === 0) return -1;
  if (current === null) return by === 1 ? 0 : length - 1;
  const at = placeFrom(hits, current);
  const isThere = hits[at] === current;
  const next = by === 1 ? at + (isThere ? 1 : 0) : at - 1;
  return (next + length) % length;
}
