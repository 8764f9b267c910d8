/** What reads and writes checkpoints: one chunk, loaded while the first run executes. */

import { err, loadPatterns, ok, type Result } from '../../../../base/index.ts';
import { CutOffCalls, digestSources, type TrackedRun, takeCheckpoint } from '../../../../driver/index.ts';
import type { RunError } from '../../../../run/index.ts';
import type { Restoration } from '../../../feedRun.ts';
import { reopenRun } from '../../../reopenRun.ts';
import type { RecordedJournal } from '../../../restoreRun.ts';
import type { RunDetails } from '../../journal/Disk.ts';
import { explainDeletedInputs } from '../../journal/explainDeletedInputs.ts';
import type { Claim, JournaledRun, RunStore } from '../../journal/RunStore.ts';
import { createSlices } from '../../platform/createSlices.ts';
import { type HostState, readHostState, toHostState } from '../record/hostState.ts';
import { workflowOf } from '../record/workflowOf.ts';
import { type Execution, findChange, type OpenContext, type OpenedBy, refuse, toExecution } from './Execution.ts';

/** The text of a checkpoint; null where taking one throws: a bug there must not end the run. */
export function tryCheckpoint(
  tracked: TrackedRun,
  { path, source, files = new Map() }: Pick<RunDetails, 'source' | 'files'> & { readonly path: string },
  known: HostState,
): string | null {
  try {
    return takeCheckpoint(tracked, digestSources(path, source, files), toHostState(known));
  } catch {
    return null;
  }
}

/**
 * A run from its first input: the inputs that its executor holds, after the stored inputs before them. An error where the
 * first inputs are neither in memory nor stored.
 */
export function wholeRecord(
  live: JournaledRun | undefined,
  stored: JournaledRun | null,
): Result<JournaledRun | null, RunError> {
  const whole = live === undefined ? stored : withBeginning(live, stored);
  return whole !== null && whole.from > 0 ? err(explainDeletedInputs()) : ok(whole);
}

function withBeginning(live: JournaledRun, stored: JournaledRun | null): JournaledRun {
  if (stored === null || stored.from > 0 || stored.inputs.length < live.from) return live;
  const inputs = [...stored.inputs.slice(0, live.from), ...live.inputs];
  const before = stored.proofs.filter((proof) => proof.inputs <= live.from);
  return { ...live, from: 0, inputs, proofs: [...before, ...live.proofs] };
}

/** Restores a run from its checkpoint, or from its whole journal where no checkpoint can be used. */
export async function reopenExecution(
  claim: Claim,
  newest: JournaledRun,
  context: OpenContext & OpenedBy,
): Promise<Result<Execution, RunError>> {
  await loadPatterns();
  const { store, clock, cause } = context;
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
    if (from !== journal.from) return err(explainDeletedInputs());
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
  const { tracked } = restored.value;
  // What a run inside of another asks is not seen around it: only a tool that says so is asked about there.
  const policy = summary.parent === undefined ? 'ask' : 'yes';
  const cutOff = tracked.isFinished ? {} : { cutOff: new CutOffCalls(tracked, { cause, policy }) };
  return ok(toExecution({ claim, summary, details, workflow, restored: restored.value, known, ...cutOff }, context));
}

/** Writes what was read as one chunk; without a checkpoint, this is the whole journal. */
async function compact(
  claim: Claim,
  { from, inputs, chunkCount, hasGap }: JournaledRun,
  { tracked }: Restoration,
  store: RunStore,
): Promise<Result<void, RunError>> {
  if (chunkCount <= 1 && !hasGap) return ok(undefined);
  const compacted = await store.compact(claim, { from, inputs, proof: tracked.proof });
  // Chunks behind a gap would be read as the next inputs; a journal in many chunks is only slower to read.
  return compacted.ok || !hasGap ? ok(undefined) : compacted;
}
