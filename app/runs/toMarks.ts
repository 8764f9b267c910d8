import type { ActivationView } from '#engine';

/** A word for each way in which a step's answer is not its own; empty where all of it is real. */
export function toMarks({
  pinned,
  isEdited,
  simulated,
}: Pick<ActivationView, 'pinned' | 'isEdited' | 'simulated'>): readonly string[] {
  return [
    ...(pinned === null ? [] : [WORDS[pinned]]),
    ...(isEdited ? ['Edited'] : []),
    ...(simulated ? ['Simulated'] : []),
  ];
}

const WORDS = { pinned: 'Pinned', mocked: 'Mocked', reused: 'Reused' } as const;

/** How many steps of a run have each mark: `2 pinned`, `1 edited`. Simulation is said of the run as a whole. */
export function countMarks(activations: Iterable<ActivationView>): readonly string[] {
  const counts = new Map<string, number>();
  for (const activation of activations)
    for (const mark of toMarks({ ...activation, simulated: false })) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].map(([mark, count]) => `${count} ${mark.toLowerCase()}`);
}
