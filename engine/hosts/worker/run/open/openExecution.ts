import { err, loadPatterns, ok, type Result } from '../../../../base/index.ts';
import { TrackedRun } from '../../../../driver/index.ts';
import type { Workflow } from '../../../../model/index.ts';
import type { RunError, RunInput } from '../../../../run/index.ts';
import { feedRun } from '../../../feedRun.ts';
import type { RunDetails } from '../../journal/Disk.ts';
import { createSlices } from '../../platform/createSlices.ts';
import type { RunSummary } from '../../protocol/protocol.ts';
import { workflowOf } from '../record/workflowOf.ts';
import { type Execution, findChange, type OpenContext, type OpenedBy, refuse, toExecution } from './Execution.ts';

/** The record of a run that is not stored yet. */
export interface NewRecord {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** Its first inputs. */
  readonly inputs: readonly RunInput[];
  /** The workflow it runs, where it is analyzed already. */
  readonly workflow?: Workflow;
}

/** Claims a stored run and restores it; null for one that has ended or does not exist. The error is for the user. */
export async function openExecution(
  runId: string,
  context: OpenContext & OpenedBy,
): Promise<Result<Execution | null, RunError>> {
  const { store } = context;
  // Claimed before it is read: an earlier executor can write nothing more.
  const epoch = await store.claim(runId);
  if (!epoch.ok) return epoch;
  if (epoch.value === null) return ok(null);
  const found = await store.findNewest(runId);
  if (!found.ok) return found;
  // An imported run is never resumed, whatever the status in its row.
  if (found.value === null || found.value.summary.isImported === true) return ok(null);
  const { reopenExecution } = await import('./checkpoints.ts');
  return reopenExecution({ runId, epoch: epoch.value }, found.value, context);
}

/** Stores a new run. The error is for the user; the run is not stored then. */
export async function createExecution(run: NewRecord, context: OpenContext): Promise<Result<Execution, RunError>> {
  const { summary, details, inputs } = run;
  const created = await context.store.create(summary, details, inputs);
  if (!created.ok) return created;
  await loadPatterns();
  const claim = { runId: summary.runId, epoch: 1 };
  const workflow = run.workflow ?? workflowOf(run);
  const change = run.workflow === undefined ? await findChange(run) : null;
  const restored =
    change === null
      ? await feedRun(TrackedRun.begin(workflow), inputs, { yieldToEventLoop: createSlices(context.clock) })
      : err(change);
  return restored.ok
    ? ok(toExecution({ claim, summary, details, workflow, restored: restored.value }, context))
    : refuse(claim, summary, restored.error, context);
}
