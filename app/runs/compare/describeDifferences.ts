import type { Difference } from '#engine/run';

const WORDS: Readonly<Record<Difference, string>> = {
  status: 'status',
  error: 'error',
  output: 'output',
  input: 'input',
  attempts: 'number of attempts',
  steps: 'how often it ran',
  route: 'where it led',
  duration: 'time',
};

/** In what two runs differ, as a sentence part: `status, error and output`; empty where they do not. */
export function describeDifferences(differences: readonly Difference[]): string {
  return joinWords(differences.map((difference) => WORDS[difference]));
}

/** How many tasks differ, by kind of difference. */
export interface Counts {
  readonly changed: number;
  readonly older: number;
  readonly newer: number;
  /** Did the same, but took notably longer or shorter. */
  readonly timed: number;
}

/** A comparison in a sentence. */
export function describeCounts({ changed, older, newer, timed }: Counts): string {
  const parts = [
    changed > 0 ? `${countTasks(changed)} ${changed === 1 ? 'differs' : 'differ'}` : '',
    newer > 0 ? `${changed > 0 ? newer : countTasks(newer)} ran only in the newer run` : '',
    older > 0 ? `${changed > 0 || newer > 0 ? older : countTasks(older)} ran only in the older run` : '',
    timed > 0 ? `${timed} took notably more or less time` : '',
  ].filter((part) => part !== '');
  if (changed + older + newer === 0) return ['Every task did the same in both runs', ...parts].join(', ');
  return joinWords(parts);
}

function countTasks(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
