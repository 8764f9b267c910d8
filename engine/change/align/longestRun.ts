/** Which of some distinct numbers stay where they are: the places of the longest ascending run, with gaps. */
export function longestRun(numbers: readonly number[]): ReadonlySet<number> {
  /** By length of a run: the place of its last number, the smallest there is. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) kept.add(place);
  return kept;
}
