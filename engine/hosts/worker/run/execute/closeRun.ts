import type { RunError } from '../../../../run/index.ts';
import type { Claim, EndedRecord, RunStore } from '../../journal/RunStore.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Execution } from '../open/Execution.ts';
import type { RunExecutor } from './RunExecutor.ts';
import { RETRIES } from './retries.ts';

/** A run whose execution has ended. */
interface EndedSummary extends Pick<Execution, 'details'> {
  readonly claim: Claim;
  readonly executor: RunExecutor;
  readonly record: EndedRecord;
}

interface CloseContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly onTrouble: (trouble: RunError | null) => void;
}

/**
 * Stores the end of a run and its row. Where storage fails for long, the run is found unfinished and ended again later;
 * but one that another run has started is stored before that one takes its outcome: nothing would end it again.
 */
export async function closeRun(
  { store, clock, onTrouble }: CloseContext,
  { claim, details, executor, record }: EndedSummary,
): Promise<void> {
  const { summary } = record;
  await executor.writer.flush();
  for (let attempt = 0; summary.parent !== undefined || attempt < RETRIES.length; attempt += 1) {
    if (executor.isDiscarded) return;
    const saved = await store.finish(claim, record, executor.writer.journal);
    const isGone = !saved.ok && saved.error.details.reason === 'gone';
    const ended = isGone ? await store.rewrite(claim, { summary, details }, executor.writer.journal) : saved;
    if (attempt > 0 && ended.ok) onTrouble(null);
    if (ended.ok || ended.error.details.reason === 'fenced') return;
    onTrouble(ended.error);
    const wait = RETRIES[attempt] ?? RETRIES.at(-1) ?? 0;
    await new Promise<void>((resolve) => clock.setTimer(wait, resolve));
  }
}
