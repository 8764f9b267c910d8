import { err, type Result } from '../base/index.ts';
import { type Proof, type RunDigest, TrackedRun } from '../driver/index.ts';
import type { Workflow } from '../model/index.ts';
import type { RunError, RunInput } from '../run/index.ts';
import { feedRun, type Restoration, type Yield } from './feedRun.ts';

/** The inputs of a journal, with proofs of the events they caused. */
export interface RecordedJournal {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** A stored journal, read on request, with its checkpoints. */
export interface StoredJournal {
  /** The texts of its checkpoints, newest first. */
  readonly checkpoints: readonly string[];
  /** `digestSources` of the workflow. */
  readonly workflow: string;
  /** All inputs after the first `from`, with their proofs; the error says why they cannot be read. */
  readonly read: (from: number) => Promise<Result<RecordedJournal, RunError>>;
}

/**
 * Feeds a whole journal to a new machine, which then has the state of the one that wrote it. `REPLAY_MISMATCH` where its
 * events differ from those the journal proves.
 */
export async function restoreRun(
  workflow: Workflow,
  journal: RecordedJournal,
  yieldToEventLoop: Yield,
  digest?: RunDigest,
): Promise<Result<Restoration, RunError>> {
  return feedAll(TrackedRun.begin(workflow, digest), journal, yieldToEventLoop);
}

/** Feeds the next inputs to a run; errors as {@link restoreRun}. */
export async function feedAll(
  tracked: TrackedRun,
  { inputs, proofs }: RecordedJournal,
  yieldToEventLoop: Yield,
): Promise<Result<Restoration, RunError>> {
  const proofOf = new Map(proofs.map((proof) => [proof.inputs, proof]));
  const check = (): RunError | null => explainMismatch(tracked, proofOf.get(tracked.inputs));
  // A checkpoint must be what the journal has before its next input, too.
  const mismatch = tracked.inputs === 0 ? null : check();
  return mismatch === null ? feedRun(tracked, inputs, { yieldToEventLoop, check }) : err(mismatch);
}

function explainMismatch(tracked: TrackedRun, proof: Proof | undefined): RunError | null {
  if (proof === undefined) return null;
  const { inputs, events, digest } = tracked.proof;
  if (proof.events === events && proof.digest === digest) return null;
  const message =
    'This run was recorded by another version of Signalbox, which behaved differently here. It is kept as it is and cannot be continued. Export it, or fork it to continue from an earlier moment.';
  const details = { type: 'replay.mismatch', reason: message, input: inputs };
  return { code: 'REPLAY_MISMATCH', message, details };
}
