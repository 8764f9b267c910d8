import { err, ok, type Result } from '../../../base/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { toSummary, withIdle } from '../run/record/toSummary.ts';
import { NOT_WAITING, toWaitState } from '../run/record/toWaitState.ts';
import { readRun } from './exportedRun.ts';
import type { ReadExport } from './joinFamily.ts';
import { LIMITS } from './limits.ts';
import { type ReplayedExport, replayExport } from './replayExport.ts';

/**
 * Reads and replays runs from files. A file may be made to take for ever or to use all memory, so both are limited; the
 * error is a sentence for the user that names the limit, and where it was exceeded.
 */
export interface RunReader {
  /** Checks the text of an exported run and its seal, and replays it and all below it; the run gets this id. */
  read(text: string, runId: string): Promise<Result<ReadExport, string>>;
  /** The events of an imported run. */
  replay(recorded: JournaledRun): Promise<Result<ReplayedExport, string>>;
}

/** A reader in this thread. Its time limit is checked between inputs: one input may take longer. */
export function createRunReader(clock: Pick<Clock, 'now' | 'yieldToEventLoop'>): RunReader {
  const replay: RunReader['replay'] = (recorded) => replayExport(recorded, clock);
  return {
    read: async (text, runId) => {
      const read = readRun(text, runId);
      if (!read.ok) return read;
      const until = clock.now() + LIMITS.time;
      const runs: JournaledRun[] = [];
      for (const run of [read.value, ...read.value.below]) {
        if (clock.now() > until)
          return err(
            `This exported run cannot be shown: replaying all its runs took longer than ${LIMITS.time / 1000} s.`,
          );
        const replayed = await replay(run);
        if (!replayed.ok) return replayed;
        runs.push(withOutcome(run, replayed.value));
      }
      const [outermost = read.value, ...below] = runs;
      return ok({ ...outermost, below });
    },
    replay,
  };
}

/** A run whose row is derived from its events, not from its file. */
function withOutcome(recorded: JournaledRun, { events, problem }: ReplayedExport): JournaledRun {
  const [first] = recorded.inputs;
  const { summary } = recorded;
  const begun = {
    ...summary,
    status: 'interrupted',
    startedAt: first?.at ?? summary.startedAt,
    endedAt: null,
  } as const;
  const row = withIdle(toSummary(begun, events), toWaitState(NOT_WAITING, events, begun.startedAt));
  return { ...recorded, summary: problem === null ? row : { ...row, problem } };
}
