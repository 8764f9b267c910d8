import { useMemo, useState } from 'react';
import {
  type Choice,
  type Merge,
  type MergeConflict,
  mergeFile,
  resolve,
  type WorkflowMerge,
  type WorkflowTexts,
} from '#engine/change';

/** A merge and what was chosen in it. */
export interface MergeInHand {
  readonly merge: WorkflowMerge;
  /** For each conflict what was chosen; undefined: nothing yet. */
  readonly choices: readonly (Choice | undefined)[];
  readonly choose: (index: number, choice: Choice) => void;
  /** The merged text, with ours where nothing is chosen yet. */
  readonly text: string;
  /** How many conflicts are still to decide. */
  readonly left: number;
}

/** The three texts of a file. */
export interface Sides {
  readonly path: string;
  /** The texts of the workspace, in which what a workflow imports is found. */
  readonly files: ReadonlyMap<string, string>;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Of tests, a layout or the file of a server: the workflows that it names. */
  readonly workflows?: readonly WorkflowTexts[];
}

/**
 * Merges three texts, and remembers what is chosen. When one of the texts changes meanwhile it is a new merge, in which a conflict that is
 * the same as before is decided as it was.
 */
export function useMerge({ path, files, base, ours, theirs, workflows = [] }: Sides): MergeInHand {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  // A text in its place: the list is another one each time.
  const known = JSON.stringify(workflows);
  const merge = useMemo(() => {
    const named = JSON.parse(known) as readonly WorkflowTexts[];
    return mergeFile({ base, ours, theirs }, { path, files, workflows: named });
  }, [path, files, base, ours, theirs, known]);
  const choices = choicesIn(merge, chosen);
  return {
    merge,
    choices,
    choose: (index, choice) => {
      const conflict = merge.conflicts[index];
      if (conflict) setChosen(choose(chosen, conflict, choice));
    },
    text: resolve(merge, choices),
    left: choices.filter((choice) => choice === undefined).length,
  };
}

/** What is in the text for a conflict by ours, as a person would continue from it. */
export function writtenOf({ segments, conflicts }: Merge, index: number): string {
  const place = segments.find((segment) => typeof segment === 'object' && segment.conflict === index);
  return typeof place === 'object' ? place.ours : (conflicts[index]?.ours ?? '');
}

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
