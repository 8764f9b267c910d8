import type { RunInput, RunStarted } from '../contract/RunInput.ts';

/** Another run, and the moment of the first one in which it begins: after the event of this number. */
export interface Fork {
  readonly runId: string;
  readonly seq: number;
  /** How many inputs led up to that event, that which caused it included. */
  readonly inputs: number;
  /** True: it pauses right after the event, before anything new starts. */
  readonly isPaused: boolean;
}

/**
 * The first inputs of a journal as those of another run: replayed, they lead to the same moment, and what was in flight
 * there is requested again under keys of the new run. Nothing of the old journal is changed.
 */
export function forkJournal(journal: readonly RunInput[], fork: Fork): readonly RunInput[] {
  const [first] = journal;
  if (first?.type !== 'run.started') return [];
  const rename = (key: string): string =>
    key.startsWith(`${first.runId}/`) ? fork.runId + key.slice(first.runId.length) : key;
  const rest = journal.slice(1, Math.max(1, fork.inputs)).map((input): RunInput => {
    if (input.type === 'timer.fired') return { ...input, id: rename(input.id) };
    return 'key' in input ? { ...input, key: rename(input.key) } : input;
  });
  return [startFork(first, fork), ...rest];
}

function startFork(first: RunStarted, { runId, seq, isPaused }: Fork): RunStarted {
  const { pauseAfter = [], ...plan } = first.plan ?? {};
  // Moments at which the first run has paused itself are part of its history; later ones are not.
  const moments = [pauseAfter].flat().filter((moment) => moment < seq);
  if (isPaused) moments.push(seq);
  return { ...first, runId, plan: moments.length === 0 ? plan : { ...plan, pauseAfter: moments } };
}
