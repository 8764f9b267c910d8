import type { ActivationView } from '#engine/run';

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

/** What in a run is not its own. */
export interface MarkCounts {
  /** How many steps have each mark: `2 pinned`, `1 edited`. */
  readonly marks: readonly string[];
  /** Simulation is a mark of the run as a whole. */
  readonly hasSimulated: boolean;
}

/** Counts the marks of a run's steps. Of a long run in every frame: steps without marks cost next to nothing. */
export function countMarks(activations: Iterable<ActivationView>): MarkCounts {
  const counts = new Map<string, number>();
  let hasSimulated = false;
  for (const { pinned, isEdited, simulated } of activations) {
    hasSimulated ||= simulated;
    if (pinned === null && !isEdited) continue;
    for (const mark of toMarks({ pinned, isEdited, simulated: false })) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return { marks: [...counts].map(([mark, count]) => `${count} ${mark.toLowerCase()}`), hasSimulated };
}
