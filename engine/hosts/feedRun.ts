import { err, type Json, messageOf, ok, type Result } from '../base/index.ts';
import { type Replayed, replay, type TrackedRun } from '../driver/index.ts';
import type { RunError, RunEvent, RunInput } from '../run/index.ts';

/** The result of restoring a run from its journal, or from a checkpoint and the inputs after it. */
export interface Restoration {
  readonly tracked: TrackedRun;
  /** The checkpoint it was restored from; null: its whole journal was fed. */
  readonly checkpoint: UsedCheckpoint | null;
  /** The inputs that were fed after the checkpoint, and their events. */
  readonly inputs: readonly RunInput[];
  readonly events: readonly RunEvent[];
  /** Why a checkpoint was skipped, for diagnostics; null: none was. */
  readonly note: string | null;
}

/** A checkpoint that a run was restored from. */
export interface UsedCheckpoint {
  /** How many inputs it covers. */
  readonly inputs: number;
  /** Characters of its text. */
  readonly size: number;
  /** The state that the host stored in it. */
  readonly host: Json;
}

/** Awaited after each input: yields to the event loop now and then, so that a long journal does not block the thread. */
export type Yield = () => Promise<void> | undefined;

/** Feeds recorded inputs to a run; stops with the error that `check` returns after one. */
export async function feedRun(
  tracked: TrackedRun,
  inputs: readonly RunInput[],
  { yieldToEventLoop, check }: { readonly yieldToEventLoop: Yield; readonly check?: () => RunError | null },
): Promise<Result<Restoration, RunError>> {
  const events: RunEvent[] = [];
  const steps = replay(tracked, inputs);
  for (;;) {
    const step = stepSafely(steps);
    if (!step.ok) return step;
    if (step.value === null) return ok({ tracked, checkpoint: null, inputs, events, note: null });
    for (const event of step.value.events) events.push(event);
    const problem = check?.();
    if (problem) return err(problem);
    await yieldToEventLoop();
  }
}

/** The next input, fed; null: there is none left. A machine that threw when the run was recorded throws again. */
function stepSafely(steps: Iterator<Replayed, void>): Result<Replayed | null, RunError> {
  try {
    return ok(steps.next().value ?? null);
  } catch (error) {
    return err(internalError(error));
  }
}

/** The error that a run ends with where the machine throws: a bug of the engine. */
export function internalError(error: unknown): RunError {
  const reason = messageOf(error);
  const message = `Internal error while this workflow ran: ${reason}. Please report it with the workflow.`;
  return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
}
