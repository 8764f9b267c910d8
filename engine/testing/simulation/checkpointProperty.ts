import { ok } from '../../base/index.ts';
import { replay, TrackedRun, takeCheckpoint } from '../../driver/index.ts';
import type { Restoration } from '../../hosts/feedRun.ts';
import { reopenRun } from '../../hosts/reopenRun.ts';
import { type RecordedJournal, restoreRun } from '../../hosts/restoreRun.ts';
import type { Workflow } from '../../model/index.ts';

/** Replaces the digest of the sources where there is only a model of the workflow. */
export const SOURCES = '0000000000000000';

const atOnce = (): undefined => undefined;

/**
 * Where a run that is restored from a checkpoint and the inputs after it differs from one whose whole journal is fed;
 * null where it never does. A checkpoint is taken after each input that `isTried`.
 */
export async function findCheckpointMismatch(
  workflow: Workflow,
  journal: RecordedJournal,
  isTried: (index: number) => boolean,
): Promise<string | null> {
  const tracked = TrackedRun.begin(workflow);
  const checkpoints: string[] = [];
  for (const _ of replay(tracked, journal.inputs)) {
    const index = tracked.inputs - 1;
    if (isTried(index)) checkpoints.push(takeCheckpoint(tracked, SOURCES, index));
  }
  return compareCheckpoints(workflow, journal, checkpoints);
}

/** As {@link findCheckpointMismatch}, of checkpoints that were written during the run. */
export async function compareCheckpoints(
  workflow: Workflow,
  journal: RecordedJournal,
  checkpoints: readonly string[],
  sources = SOURCES,
): Promise<string | null> {
  const whole = await restoreRun(workflow, journal, atOnce);
  if (!whole.ok) return whole.error.message;
  for (const text of checkpoints) {
    const reopened = await reopenFrom([text], workflow, journal, sources);
    if (!reopened.ok) return reopened.error.message;
    const { checkpoint, note } = reopened.value;
    if (checkpoint === null) return `The checkpoint was not used: ${note}`;
    const [expected, found] = [describe(whole.value, reopened.value.events.length), describe(reopened.value)];
    if (expected !== found) return `Restored after input ${checkpoint.inputs}: ${found} in place of ${expected}`;
  }
  return null;
}

/** Reopens a run from the newest of some checkpoints that is valid. */
export function reopenFrom(
  checkpoints: readonly string[],
  workflow: Workflow,
  { inputs, proofs }: RecordedJournal,
  sources = SOURCES,
): ReturnType<typeof reopenRun> {
  const read = async (from: number) => ok({ inputs: inputs.slice(from), proofs });
  return reopenRun(workflow, { checkpoints, workflow: sources, read }, atOnce);
}

/**
 * What a restored run did since and what it waits for. Its state is compared by what it does: that of a run that was once
 * stored may hold equal values twice where the other shares them, and numbers its rows otherwise.
 */
function describe({ tracked, events }: Restoration, count: number = events.length): string {
  const { pending, proof, lastAt, hasMore, isFinished } = tracked;
  const [exposed, abandoned] = [[...tracked.exposed], [...tracked.abandoned]];
  const last = count === 0 ? [] : events.slice(-count);
  return JSON.stringify({ proof, pending, lastAt, hasMore, isFinished, exposed, abandoned, last });
}
