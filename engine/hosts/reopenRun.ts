import { err, ok, type Result } from '../base/index.ts';
import { openCheckpoint } from '../driver/index.ts';
import type { Workflow } from '../model/index.ts';
import type { RunError, RunInput } from '../run/index.ts';
import type { Restoration, Yield } from './feedRun.ts';
import { feedAll, restoreRun, type StoredJournal } from './restoreRun.ts';

/**
 * Restores a run from its newest valid checkpoint and the inputs after it. A checkpoint that is damaged, that another
 * version wrote, or whose replay does not match the journal is skipped; without a valid one the whole journal is fed, as
 * by {@link restoreRun}. In a file of its own, since the worker of the page loads it, and what reads checkpoints, with the first run that it reopens.
 */
export async function reopenRun(
  workflow: Workflow,
  stored: StoredJournal,
  yieldToEventLoop: Yield,
): Promise<Result<Restoration, RunError>> {
  let note: string | null = null;
  for (const text of stored.checkpoints) {
    const restored = await restoreFrom(text, { workflow, stored, yieldToEventLoop });
    if (restored.ok) return ok({ ...restored.value, note });
    note = restored.error.message;
  }
  const journal = await stored.read(0);
  if (!journal.ok) return journal;
  const restored = await restoreRun(workflow, journal.value, yieldToEventLoop);
  return restored.ok ? ok({ ...restored.value, note }) : restored;
}

const MISMATCH = 'The checkpoint does not lead to what the journal has after it.';

interface Reopening {
  readonly workflow: Workflow;
  readonly stored: StoredJournal;
  readonly yieldToEventLoop: Yield;
}

async function restoreFrom(
  text: string,
  { workflow, stored, yieldToEventLoop }: Reopening,
): Promise<Result<Restoration, { readonly message: string }>> {
  const opened = openCheckpoint(text, workflow, stored.workflow);
  if (!opened.ok) return opened;
  const { tracked, host } = opened.value;
  const { inputs } = tracked;
  const tail = await stored.read(inputs);
  if (!tail.ok) return tail;
  const restored = await feedAll(tracked, tail.value, yieldToEventLoop);
  const used = { inputs, size: text.length, host };
  return restored.ok ? ok({ ...restored.value, checkpoint: used }) : err({ message: MISMATCH });
}

/** Names of the guessable secrets that a run has used, from its journal; `before`: those used before these inputs. */
export function readExposure(inputs: readonly RunInput[], before: readonly string[] = []): ReadonlySet<string> {
  const names = inputs.flatMap((input) => (input.type === 'effect.completed' ? (input.outcome.exposed ?? []) : []));
  return new Set([...before, ...names]);
}
