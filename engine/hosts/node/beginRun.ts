import { loadPatterns, ok, type Result } from '../../base/index.ts';
import type { Proof } from '../../driver/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunError, RunInput } from '../../run/index.ts';
import type { Restoration, Yield } from '../feedRun.ts';
import { reopenRun } from '../reopenRun.ts';
import { restoreRun, type StoredJournal } from '../restoreRun.ts';
import { type HostState, readHostState } from './run/hostState.ts';
import { SteppedDigest } from './run/SteppedDigest.ts';
import { SLICE } from './run/waiting.ts';

/** Starts or restores a run by feeding its inputs: one input for a run that starts. `REPLAY_MISMATCH` as {@link restoreRun}. */
export async function beginRun(
  workflow: Workflow,
  inputs: readonly RunInput[],
  proofs: readonly Proof[] = [],
): ReturnType<typeof restoreRun> {
  await loadPatterns();
  return restoreRun(workflow, { inputs, proofs }, createYield(), new SteppedDigest());
}

/** Restores the run of an open journal whose head was read, from its checkpoint where possible. The error is for the user. */
export async function reopenJournal(
  workflow: Workflow,
  stored: StoredJournal,
): Promise<Result<{ readonly restored: Restoration; readonly state: HostState | null }, RunError>> {
  await loadPatterns();
  const restored = await reopenRun(workflow, stored, createYield());
  if (!restored.ok) return restored;
  const { checkpoint, tracked } = restored.value;
  tracked.digest = new SteppedDigest(tracked.proof);
  return ok({ restored: restored.value, state: checkpoint === null ? null : readHostState(checkpoint.host) });
}

/** Lets requests, timers and signals of the process through now and then: by a timer its claim shows that it lives. */
function createYield(): Yield {
  let last = performance.now();
  return () => {
    if (performance.now() - last < SLICE) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now();
        resolve();
      });
    });
  };
}
