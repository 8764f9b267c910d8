import { err, type Json, ok, type Result } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import { restoreSnapshot, snapshot } from '../run/index.ts';
import { CHECKPOINT_HEAD, type Checkpoint, formatCheckpoint, readCheckpoint } from './Checkpoint.ts';
import { TrackedRun } from './TrackedRun.ts';

/** Formats a checkpoint of a run. `workflow`: its `digestSources`; `host`: what the host derived from the events so far. */
export function takeCheckpoint(tracked: TrackedRun, workflow: string, host: Json): string {
  return formatCheckpoint(toCheckpoint(tracked, workflow, host));
}

/** A checkpoint of a run as data, which shares its values with the run. */
export function toCheckpoint({ run, state }: TrackedRun, workflow: string, host: Json): Checkpoint {
  return { ...CHECKPOINT_HEAD, workflow, ...state, host, snapshot: snapshot(run) };
}

/** Restores a run and the state of its host from a checkpoint; the error says why it cannot be used. */
export function openCheckpoint(
  text: string,
  workflow: Workflow,
  sources: string,
): Result<{ readonly tracked: TrackedRun; readonly host: Json }, { readonly message: string }> {
  const checkpoint = readCheckpoint(text, sources);
  if ('error' in checkpoint) return err({ message: checkpoint.error });
  const run = restoreSnapshot(workflow, checkpoint.snapshot);
  if (run === null) return err({ message: 'The snapshot in the checkpoint cannot be restored.' });
  return ok({ tracked: TrackedRun.restore(run, checkpoint), host: checkpoint.host });
}
