import { useEffect, useState } from 'react';
import { type ComparedRecord, readComparedRun } from '../../session/relatedRuns/index.ts';

/** Two runs that are compared. */
export type ComparedPair = readonly [ComparedRecord, ComparedRecord];

/** How long after it was read a run that continues is read again, at least, in ms. */
const PAUSE = 1_000;

/** And how many times as long as reading took: a long run of a server is read as a whole. */
const SHARE = 4;

/**
 * Two runs by their ids, read again until both have ended. A text says why they could not be read at first; null: they are being
 * read. What fails later leaves what was read last, and is tried again.
 */
export function useComparedRuns(one: string, other: string): ComparedPair | string | null {
  const [runs, setRuns] = useState<ComparedPair | string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = async (): Promise<void> => {
      for (let last: ComparedPair | null = null; !signal.aborted; ) {
        const begun = performance.now();
        const read = await readPair([one, other], last);
        if (signal.aborted) return;
        if (read !== last) setRuns(read);
        if (typeof read === 'string' || read.every(hasEnded)) return;
        last = read;
        await pause(Math.max(PAUSE, SHARE * (performance.now() - begun)), signal);
      }
    };
    void follow();
    return () => leaving.abort();
  }, [one, other]);
  return runs;
}

/** Reads those that have not ended when they were read last. */
async function readPair(ids: readonly [string, string], last: ComparedPair | null): Promise<ComparedPair | string> {
  const read = async (index: 0 | 1): Promise<ComparedRecord | null> => {
    const known = last?.[index];
    return known !== undefined && hasEnded(known) ? known : readComparedRun(ids[index]);
  };
  try {
    const [first, second] = await Promise.all([read(0), read(1)]);
    if (first === null || second === null)
      return 'One of these runs is no longer kept. Choose others in the history of runs.';
    return isSame(first, last?.[0]) && isSame(second, last?.[1]) && last !== null ? last : [first, second];
  } catch (error) {
    return last ?? (error instanceof Error ? error.message : String(error));
  }
}

/** Whether nothing happened in a run since it was read before. */
function isSame(run: ComparedRecord, before: ComparedRecord | undefined): boolean {
  return before !== undefined && run.view.eventCount === before.view.eventCount && run.status === before.status;
}

/** Also one that was interrupted: nothing happens in it while no one resumes it. */
function hasEnded({ status }: ComparedRecord): boolean {
  return status !== 'running';
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
