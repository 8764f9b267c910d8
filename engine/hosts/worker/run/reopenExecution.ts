import { err, loadPatterns, ok, type Result } from '../../../base/index.ts';
import type { RunError } from '../../../run/index.ts';
import { digestSources } from '../../Checkpoint.ts';
import { reopenRun } from '../../reopenRun.ts';
import { type RecordedJournal, type RestoredRun } from '../../restoreRun.ts';
import { explainLostPast } from '../journal/lostPast.ts';
import type { Claim, JournaledRun, RunStore } from '../journal/RunStore.ts';
import { type Execution, findChange, type OpenContext, refuse, toExecution } from './Execution.ts';
import { readHostState } from './hostState.ts';
import { createSlices, workflowOf } from './recordedRun.ts';

/** Restores a run from its checkpoint, or from all of its journal where there is none that can be used. */
export async function reopenExecution(
  claim: Claim,
  newest: JournaledRun,
  context: OpenContext,
): Promise<Result<Execution, RunError>> {
  await loadPatterns();
  const { store, clock } = context;
  const { summary, details, checkpoint } = newest;
  const workflow = workflowOf(newest);
  const sources = digestSources(summary.path, details.source, details.files ?? []);
  let journal = newest;
  let failure: RunError | null = null;
  const read = async (from: number): Promise<Result<RecordedJournal, RunError>> => {
    if (from !== journal.from) {
      const found = await store.find(claim.runId);
      if (!found.ok) failure = found.error;
      if (!found.ok) return found;
      journal = found.value ?? journal;
    }
    if (from !== journal.from) return err(explainLostPast());
    const change = from === 0 ? await findChange(journal) : null;
    return change === null ? ok(journal) : err(change);
  };
  const checkpoints = checkpoint === null ? [] : [checkpoint];
  const stored = { checkpoints, workflow: sources, read };
  const restored = await reopenRun(workflow, stored, createSlices(clock));
  if (failure !== null) return err(failure);
  if (!restored.ok) return refuse(claim, summary, restored.error, context);
  const known = readHostState(restored.value.checkpoint?.host ?? null);
  const compacted = await compact(claim, journal, restored.value, store);
  if (!compacted.ok) return compacted;
  return ok(toExecution({ claim, summary, details, workflow, restored: restored.value, known }, context));
}

/** Puts what was read into one chunk; without a checkpoint, this is all of the journal. */
async function compact(
  claim: Claim,
  { from, inputs, chunkCount, hasGap }: JournaledRun,
  { tracked }: RestoredRun,
  store: RunStore,
): Promise<Result<void, RunError>> {
  if (chunkCount <= 1 && !hasGap) return ok(undefined);
  const compacted = await store.compact(claim, { from, inputs, proof: tracked.proof });
  // What lies behind a gap would be taken for what comes next; a journal in many pieces is only slower to read.
  return compacted.ok || !hasGap ? ok(undefined) : compacted;
}
