import type { Diagnostic } from '../../text/index.ts';
import { type Merge, type MergeConflict, resolve } from './MergeConflict.ts';

/** What a merged text has wrong that neither side has. */
type FindErrors = (text: string) => readonly Diagnostic[];

/** A merge with conflicts, and its errors. */
export interface Errant {
  readonly merge: Merge;
  /** Of the merged text, which has ours in each conflict. */
  readonly errors: readonly Diagnostic[];
  /** How many tasks a text has: each answer takes a check of them. */
  readonly tasks: number;
}

/** So many tasks are checked for the answers to all conflicts together, at most. */
const MOST_CHECKED = 2_000;
/** So many errors are told of one answer. */
const MOST_TOLD = 2;

/**
 * Tells of each conflict what one of its answers makes wrong elsewhere, as when one side removed a task that a new task of the other leads to.
 * An error that comes with ours and goes with theirs is no question of its own.
 * @returns the conflicts, and the errors that no answer to one of them explains
 */
export function tellConsequences(
  { merge, errors, tasks }: Errant,
  findErrors: FindErrors,
): Pick<Errant, 'errors'> & Pick<Merge, 'conflicts'> {
  const { conflicts } = merge;
  if (conflicts.length * tasks > MOST_CHECKED) return { conflicts, errors };
  let left = errors;
  const told = conflicts.map((conflict, index): MergeConflict => {
    if (!conflict.answers.includes('theirs')) return conflict;
    const others = findErrors(
      resolve(
        merge,
        conflicts.map((_, at) => (at === index ? 'theirs' : undefined)),
      ),
    );
    const ofOurs = without(errors, others);
    left = without(left, ofOurs);
    const message = [conflict.message, ...tell('ours', ofOurs), ...tell('theirs', without(others, errors))].join(' ');
    return { ...conflict, message };
  });
  return { conflicts: told, errors: left };
}

function tell(side: 'ours' | 'theirs', errors: readonly Diagnostic[]): readonly string[] {
  const [first, second] = errors.map(({ taskId, message }) => {
    const where = taskId === undefined ? 'the text' : `task “${taskId}”`;
    return `With ${side}, ${where} is wrong: ${firstSentence(message)}`;
  });
  const more = errors.length - MOST_TOLD;
  return [first, second, more > 0 ? `And ${more} more.` : undefined].filter((it) => it !== undefined);
}

function firstSentence(message: string): string {
  return (message.split('. ', 1)[0] ?? '').replace(/\.?$/, '.');
}

/** The errors that others do not have, one for one; the same wherever they are, and whatever else they list after their first sentence. */
export function without(errors: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  for (const error of known) counts.set(keyOf(error), (counts.get(keyOf(error)) ?? 0) + 1);
  return errors.filter((error) => {
    const left = counts.get(keyOf(error)) ?? 0;
    counts.set(keyOf(error), left - 1);
    return left <= 0;
  });
}

function keyOf({ code, message }: Diagnostic): string {
  return `${code} ${message.split('. ', 1)[0]}`;
}
