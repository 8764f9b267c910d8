import { err, type Json, ok, type Result } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import type { RunError, RunEvent, RunInput } from '../run/index.ts';
import { readCheckpoint } from './Checkpoint.ts';
import type { Proof } from './EventDigest.ts';
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

/** Awaited now and then, so that a long journal lets others work. */
type Breathe = () => Promise<void> | undefined;

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

/**
 * Restores a run from its newest valid checkpoint and the inputs after it. A checkpoint that is damaged, that another
 * version wrote, or that does not lead to what the journal says, is passed over; without a valid one all of the journal
 * is fed, as {@link restoreRun} does it.
 */
export async function reopenRun(
  workflow: Workflow,
  stored: StoredJournal,
  breathe: Breathe,
): Promise<Result<RestoredRun, RunError>> {
  let note: string | null = null;
  for (const text of stored.checkpoints) {
    const restored = await restoreFrom(text, { workflow, stored, breathe });
    if (restored.ok) return ok({ ...restored.value, note });
    note = restored.error.message;
  }
  const journal = await stored.read(0);
  if (!journal.ok) return journal;
  const restored = await restoreRun(workflow, journal.value, breathe);
  return restored.ok ? ok({ ...restored.value, note }) : restored;
}

interface Reopening {
  readonly workflow: Workflow;
  readonly stored: StoredJournal;
  readonly breathe: Breathe;
}

async function restoreFrom(
  text: string,
  { workflow, stored, breathe }: Reopening,
): Promise<Result<RestoredRun, { readonly message: string }>> {
  const checkpoint = readCheckpoint(text, stored.workflow);
  if ('error' in checkpoint) return err({ message: checkpoint.error });
  const tracked = TrackedRun.from(workflow, checkpoint);
  if (tracked === null) return err({ message: 'The snapshot in the checkpoint cannot be restored.' });
  const { inputs } = tracked;
  const tail = await stored.read(inputs);
  if (!tail.ok) return tail;
  const restored = await feedAll(tracked, tail.value, breathe);
  const used = { inputs, size: text.length, host: checkpoint.host };
  return restored.ok ? ok({ ...restored.value, checkpoint: used }) : restored;
}

async function feedAll(
  tracked: TrackedRun,
  { inputs, proofs }: RecordedJournal,
  breathe: Breathe,
): Promise<Result<RestoredRun, RunError>> {
  const proofOf = new Map(proofs.map((proof) => [proof.inputs, proof]));
  const events: RunEvent[] = [];
  for (const input of inputs) {
    const problem = feedSafely(tracked, input, events) ?? explainMismatch(tracked, proofOf.get(tracked.inputs));
    if (problem !== null) return err(problem);
    await breathe();
  }
  return ok({ tracked, checkpoint: null, inputs, events, note: null });
}

/** A machine that failed when the run was recorded fails again. */
function feedSafely(tracked: TrackedRun, input: RunInput, events: RunEvent[]): RunError | null {
  try {
    for (const event of tracked.feed(input).events) events.push(event);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Internal error while this workflow ran: ${reason}. Please report it with the workflow.`;
    return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
  }
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
