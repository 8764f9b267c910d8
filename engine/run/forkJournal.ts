import type { RunInput } from './RunInput.ts';

/**
 * The first inputs of a journal as those of another run: replayed, they lead to the same moment, and what was under way
 * there is asked for again under keys of the new run. With `isPaused` the new run pauses there, before anything new
 * starts. `count` is cut to what there is; nothing of the old journal is changed.
 */
export function forkJournal(
  journal: readonly RunInput[],
  count: number,
  fork: { readonly runId: string; readonly isPaused: boolean },
): readonly RunInput[] {
  const [first] = journal;
  const from = first?.type === 'run.started' ? `${first.runId}/` : '/';
  const rename = (key: string): string => (key.startsWith(from) ? `${fork.runId}/${key.slice(from.length)}` : key);
  const inputs = journal.slice(0, Math.max(1, count)).map((input): RunInput => {
    if (input.type === 'run.started') return { ...input, runId: fork.runId };
    if (input.type === 'timer.fired') return { ...input, id: rename(input.id) };
    return 'key' in input ? { ...input, key: rename(input.key) } : input;
  });
  const last = inputs.at(-1);
  return fork.isPaused && last !== undefined
    ? [...inputs, { type: 'run.paused', at: last.at, reason: 'asked' }]
    : inputs;
}
