import { err, ok, type Result } from '../base/index.ts';
import type { RunError, RunEvent, RunInput } from '../run/index.ts';
import type { RestoredRun } from './restoreRun.ts';
import type { TrackedRun } from './TrackedRun.ts';

/** Awaited now and then, so that a long journal lets others work. */
export type Breathe = () => Promise<void> | undefined;

/** Feeds recorded inputs to a run; `check` looks at it after each, and ends it with an error. */
export async function feedRun(
  tracked: TrackedRun,
  inputs: readonly RunInput[],
  { breathe, check }: { readonly breathe: Breathe; readonly check?: () => RunError | null },
): Promise<Result<RestoredRun, RunError>> {
  const events: RunEvent[] = [];
  for (const input of inputs) {
    const problem = feedSafely(tracked, input, events) ?? check?.();
    if (problem) return err(problem);
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
    return internalError(error);
  }
}

/** What a run ends with where the machine throws: a mistake of ours. */
export function internalError(error: unknown): RunError {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `Internal error while this workflow ran: ${reason}. Please report it with the workflow.`;
  return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
}
