import type { ActivationView } from '#engine/run';

/** A word for each way in which a step's answer is not its own; empty where all of it is real. */
export function toMarks({
  pinned,
  isEdited,
  isHurried,
  simulated,
}: Pick<ActivationView, 'pinned' | 'isEdited' | 'isHurried' | 'simulated'>): readonly string[] {
  return [
    ...(pinned === null ? [] : [WORDS[pinned]]),
    ...(isEdited ? ['Edited'] : []),
    ...(isHurried ? ['Hurried'] : []),
    ...(simulated ? ['Simulated'] : []),
  ];
}

const WORDS = { pinned: 'Pinned', mocked: 'Mocked', reused: 'Reused' } as const;
