import { err, ok, type Result } from '../base/index.ts';
import type { TrackedRun } from '../driver/index.ts';
import type { RunError, RunEvent, RunInput } from '../run/index.ts';
import type { Restoration } from './restoreRun.ts';

/** Awaited after each input: yields to the event loop now and then, so that a long journal does not block the thread. */
export type Yield = () => Promise<void> | undefined;

/** Feeds recorded inputs to a run; stops with the error that `check` returns after one. */
export async function feedRun(
  tracked: TrackedRun,
  inputs: readonly RunInput[],
  { yieldToEventLoop, check }: { readonly yieldToEventLoop: Yield; readonly check?: () => RunError | null },
): Promise<Result<Restoration, RunError>> {
  const events: RunEvent[] = [];
  for (const input of inputs) {
    const problem = feedSafely(tracked, input, events) ?? check?.();
    if (problem) return err(problem);
    await yieldToEventLoop();
  }
  return ok({ tracked, checkpoint: null, inputs, events, note: null });
}

/** A machine that threw when the run was recorded throws again. */
function feedSafely(tracked: TrackedRun, input: RunInput, events: RunEvent[]): RunError | null {
  try {
    for (const event of tracked.feed(input).events) events.push(event);
    return null;
  } catch (error) {
    return internalError(error);
  }
}

/** The error that a run ends with where the machine throws: a bug of the engine. */
export function internalError(error: unknown): RunError {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `Internal error while this workflow ran: ${reason}. Please report it with the workflow.`;
  return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
}
