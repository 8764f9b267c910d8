import { err, loadPatterns, ok, type Result } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunError, RunInput } from '../../run/index.ts';
import { prepareEnv } from '../prepareEnv.ts';
import type { RestoredRun } from '../restoreRun.ts';
import type { Clock } from './clock.ts';
import type { RunDetails } from './journal/Disk.ts';
import type { Claim, JournaledRun, RunStore } from './journal/RunStore.ts';
import type { RunSummary, Variable } from './protocol.ts';
import { restore, workflowOf } from './recordedRun.ts';

/** A run that may be executed: its journal read and proved, its epoch begun. */
export interface Execution {
  readonly claim: Claim;
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly restored: RestoredRun;
  readonly vault: Vault;
}

/** What a run is opened with. */
export interface OpenContext {
  readonly store: RunStore;
  readonly clock: Clock;
  /** The workspace's variables now. */
  readonly variables: readonly Variable[];
}

/** A run that is not stored yet. */
export interface NewRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** With which it begins. */
  readonly inputs: readonly RunInput[];
  /** Where it is known already, the workflow it runs. */
  readonly workflow?: Workflow;
}

/** Claims a stored run and reads it; null for one that is over or not there. The person reads an error. */
export async function openExecution(runId: string, context: OpenContext): Promise<Result<Execution | null, RunError>> {
  const { store } = context;
  // Claimed before it is read: whoever wrote to it so far writes nothing more.
  const epoch = await store.claim(runId);
  if (!epoch.ok) return epoch;
  if (epoch.value === null) return ok(null);
  const found = await store.find(runId);
  if (!found.ok) return found;
  // What came from a file never goes on, whatever its row says of its end.
  if (found.value === null || found.value.summary.isImported === true) return ok(null);
  const claim = { runId, epoch: epoch.value };
  const opened = await restoreExecution(claim, found.value, context);
  if (!opened.ok) return opened;
  const { inputs, chunkCount, hasGap } = found.value;
  if (chunkCount === 1) return opened;
  const { proof } = opened.value.restored.tracked;
  const compacted = await store.compact(claim, { inputs, proof });
  // What lies behind a gap would be taken for what comes next; a journal in many pieces is only slower to read.
  return compacted.ok || !hasGap ? opened : compacted;
}

/** Stores a run that is new; the person reads an error, and then it is not stored. */
export async function createExecution(run: NewRun, context: OpenContext): Promise<Result<Execution, RunError>> {
  const { summary, details, inputs, workflow } = run;
  const created = await context.store.create(summary, details, inputs);
  if (!created.ok) return created;
  const recorded = { summary, details, inputs, proofs: [], chunkCount: 1, hasGap: false };
  return restoreExecution({ runId: summary.runId, epoch: 1 }, recorded, { ...context, ...(workflow && { workflow }) });
}

/** A run whose machine does not come to where its journal says it was is kept, with the reason, and does not go on. */
async function restoreExecution(
  claim: Claim,
  recorded: JournaledRun,
  { store, clock, variables, workflow: known }: OpenContext & { readonly workflow?: Workflow },
): Promise<Result<Execution, RunError>> {
  await loadPatterns();
  const { summary, details } = recorded;
  const workflow = known ?? workflowOf(recorded);
  const change = known === undefined ? (await import('./findChange.ts')).findChange(recorded) : null;
  const restored = change === null ? await restore(workflow, recorded, clock) : err(change);
  if (!restored.ok) {
    await store.saveSummary({ ...summary, problem: restored.error }, claim.epoch);
    return restored;
  }
  const { vault } = prepareEnv(workflow, variables, details.salt ?? '');
  return ok({ claim, summary, details, restored: restored.value, vault });
}
