import type { Json, Result } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import type { RunError, RunEvent, RunInput } from '../run/index.ts';
import type { Proof } from './EventDigest.ts';
import { type Breathe, feedRun } from './feedRun.ts';
import { TrackedRun } from './TrackedRun.ts';

/** A run as its journal left it. */
export interface RestoredRun {
  readonly tracked: TrackedRun;
  /** The checkpoint it was restored from; null: its journal was fed from the beginning. */
  readonly checkpoint: UsedCheckpoint | null;
  /** What was fed after that, and what came of it. */
  readonly inputs: readonly RunInput[];
  readonly events: readonly RunEvent[];
  /** Why a checkpoint was not used, in words for who looks into the host; null: none was passed over. */
  readonly note: string | null;
}

/** A checkpoint that a run was restored from. */
export interface UsedCheckpoint {
  /** How many inputs it covers. */
  readonly inputs: number;
  /** Characters of its text. */
  readonly size: number;
  /** What the host had put into it. */
  readonly host: Json;
}

/** A journal: its inputs, and what its writer saw come of them. */
export interface RecordedJournal {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** A journal as a host has stored it, with its checkpoints. */
export interface StoredJournal {
  /** As they were written, newest first. */
  readonly checkpoints: readonly string[];
  /** `digestSources` of the workflow. */
  readonly workflow: string;
  /** All inputs after the first `from`, with their proofs; the error says why it cannot give them. */
  readonly read: (from: number) => Promise<Result<RecordedJournal, RunError>>;
}

/**
 * Feeds a whole journal to a fresh machine, which is then where it was when the journal was written. A machine that says
 * something else than the one that wrote the journal: `REPLAY_MISMATCH`.
 */
export async function restoreRun(
  workflow: Workflow,
  journal: RecordedJournal,
  breathe: Breathe,
): Promise<Result<RestoredRun, RunError>> {
  return feedAll(TrackedRun.begin(workflow), journal, breathe);
}

/** Feeds inputs to a run that has had those before them; an error as {@link restoreRun} has it. */
export async function feedAll(
  tracked: TrackedRun,
  { inputs, proofs }: RecordedJournal,
  breathe: Breathe,
): Promise<Result<RestoredRun, RunError>> {
  const proofOf = new Map(proofs.map((proof) => [proof.inputs, proof]));
  return feedRun(tracked, inputs, { breathe, check: () => explainMismatch(tracked, proofOf.get(tracked.inputs)) });
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
