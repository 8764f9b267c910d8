import type { Choice, Merge, MergeConflict } from '#engine/change';

/** What was chosen, by what it decides: a conflict that is the same in a later merge is decided as it was. */
export type Chosen = ReadonlyMap<string, Choice>;

/** What decides each conflict of a merge; undefined: nothing yet. */
export function choicesIn({ conflicts }: Merge, chosen: Chosen): readonly (Choice | undefined)[] {
  return conflicts.map((conflict) => chosen.get(keyOf(conflict)));
}

/** What was chosen, with one choice more. */
export function choose(chosen: Chosen, conflict: MergeConflict, choice: Choice): Chosen {
  return new Map(chosen).set(keyOf(conflict), choice);
}

function keyOf({ path, base, ours, theirs }: MergeConflict): string {
  return JSON.stringify([path, base, ours, theirs]);
}
