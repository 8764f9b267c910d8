import { foldRun, forgetEnded, type RunError } from '../../../../run/index.ts';
import { writeView } from '../../../restoreRun.ts';
import { RunTally } from '../../facts/RunTally.ts';
import type { Claim, EndedRecord, RunStore } from '../../journal/RunStore.ts';
import type { Clock } from '../../platform/clock.ts';
import { askerOf, openPerformer } from '../../workspace/openPerformer.ts';
import { tryCheckpoint } from '../open/checkpoints.ts';
import type { Execution } from '../open/Execution.ts';
import { toEndedRecord, toSummary, withExposure, withIdle, withRestoreNote } from '../record/toSummary.ts';
import { describeWaitState, NOT_WAITING, toWaitState } from '../record/toWaitState.ts';
import { type ExecutionStart, type ExecutorEntry, type ExecutorsContext, RETRIES } from './ExecutorsContext.ts';
import { RunExecutor } from './RunExecutor.ts';

/** Executes a run in this worker, whose lock the caller holds. It begins once the caller has its answer. */
export function executeRun(context: ExecutorsContext, start: ExecutionStart): ExecutorEntry {
  const { execution, variables, isNew, exposure, children, time } = start;
  const { claim, summary, details, restored, known, vault, cutOff } = execution;
  const { runId } = claim;
  const { tracked } = restored;
  const isInside = summary.parent !== undefined;
  let row = toSummary(
    withRestoreNote(known ? { ...summary, simulated: known.simulated } : summary, restored),
    restored.events,
  );
  let waits = toWaitState(known?.waits ?? NOT_WAITING, restored.events, summary.startedAt);
  let { view } = start;
  const facts = new RunTally(summary.startedAt, known?.tally);
  facts.add(restored.events);
  const showTrouble = (trouble: RunError | null): void => {
    context.onTrouble(runId, trouble);
    // The outermost run, which is what a user looks at first, is blocked with it.
    if (row.parent !== undefined) context.onTrouble(row.parent.root, trouble);
  };
  const { baseUrl } = details;
  const { runWorkflow } = children;
  const performer = openPerformer({ ...askerOf(row), baseUrl, vault, variables, exposure, runWorkflow }, context);
  const executor = new RunExecutor({
    claim,
    restored,
    cutOff,
    performer,
    children,
    store: context.store,
    time,
    view: () => ({
      paused: waits.paused === null ? null : { reason: waits.paused },
      usage: view?.usage,
    }),
    onEvents: (events) => {
      waits = toWaitState(waits, events, summary.startedAt);
      row = withIdle(withExposure(toSummary(row, events), exposure), waits);
      if (view !== undefined) view = forgetEnded(foldRun(view, events));
      facts.add(events);
      context.onEvents(runId, events, isInside);
    },
    onIdle: (isIdle) => {
      children.reportStill();
      context.onIdle(runId, isIdle, isInside);
    },
    takeCheckpoint: () => {
      const own = { simulated: row.simulated, waits, tally: facts.toJson() };
      const state = view === undefined ? own : { ...own, view: writeView(view) };
      return tryCheckpoint(tracked, { path: row.path, ...details }, state);
    },
    rewrite: (journal, checkpoint) => context.store.rewrite(claim, { summary: row, details }, journal, checkpoint),
    onTrouble: showTrouble,
    backlog: () => context.backlog(runId),
  });
  children.attach(executor.run);
  const ended = executor.ended.then(async (end) => {
    performer.close();
    if (end.type === 'finished') await children.settle();
    if (end.type === 'finished' && !executor.isDiscarded) {
      const record = toEndedRecord(row, facts.gathered);
      await closeRun({ ...context, onTrouble: showTrouble }, { claim, details, executor, record });
    }
    if (end.type === 'failed')
      await context.store.saveSummary({ ...row, status: 'running', problem: end.error }, claim.epoch);
    return end;
  });
  // The caller gets its answer before the first event is sent.
  void context.clock.yieldToEventLoop().then(() => {
    if (isNew) context.onEvents(runId, restored.events, isInside);
    else context.onResumedHere(runId);
    executor.start();
  });
  const wait = () => describeWaitState(waits, executor.run.isIdle);
  return {
    executor,
    ended,
    wait,
    view: () => view,
    summary: () => ({ ...row, ...wait() }),
    recorded: () => {
      const { from, inputs, proof } = executor.writer.journal;
      return { summary: row, details, from, inputs, proofs: [proof], checkpoint: null, chunkCount: 1, hasGap: false };
    },
  };
}

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
async function closeRun(
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
