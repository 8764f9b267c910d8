import type { Result } from '../../../base/index.ts';
import { ok } from '../../../base/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { toSummary } from '../run/toSummary.ts';
import type { ReplayedExport } from './replayExport.ts';

/**
 * Reads and replays runs that came from files. Such a file may be made to take for ever or to need all memory, so both
 * are bounded; an error is a sentence for the person that says which bound, and where.
 */
export interface RunReader {
  /** Checks, seals and replays the text of an exported run; it is given this id. */
  read(text: string, runId: string): Promise<Result<JournaledRun, string>>;
  /** The events of an imported run. */
  replay(recorded: JournaledRun): Promise<Result<ReplayedExport, string>>;
}

/** A reader in this thread: bounded wherever the machine answers, which one input may keep it from. */
export function createRunReader(clock: Pick<Clock, 'now' | 'breathe'>): RunReader {
  const replay: RunReader['replay'] = async (recorded) => {
    const { replayExport } = await import('./replayExport.ts');
    return replayExport(recorded, clock);
  };
  return {
    read: async (text, runId) => {
      const { readRun } = await import('./exportedRun.ts');
      const read = readRun(text, runId);
      if (!read.ok) return read;
      const replayed = await replay(read.value);
      return replayed.ok ? ok(withOutcome(read.value, replayed.value)) : replayed;
    },
    replay,
  };
}

/** The row of a run says what its events say, whatever its file says. */
function withOutcome(recorded: JournaledRun, { events, problem }: ReplayedExport): JournaledRun {
  const [first] = recorded.inputs;
  const { summary } = recorded;
  const begun = {
    ...summary,
    status: 'interrupted',
    startedAt: first?.at ?? summary.startedAt,
    endedAt: null,
  } as const;
  const row = toSummary(begun, events);
  return { ...recorded, summary: problem === null ? row : { ...row, problem } };
}
