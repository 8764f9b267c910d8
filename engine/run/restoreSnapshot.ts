import type { Workflow } from '../model/index.ts';
import { createRun } from './createRun.ts';
import type { Run } from './state/Run.ts';
import { type RunSnapshot, readSnapshot } from './state/snapshot.ts';

/**
 * The run that a snapshot was taken of: the same inputs give the same events and effects as they would have then. The
 * workflow must be the one that ran. Null for a snapshot of another version, or one that is damaged; whether a value in
 * it was changed is not checked.
 */
export function restoreSnapshot(workflow: Workflow, snapshot: RunSnapshot): Run | null {
  const run = createRun(workflow);
  const fields = readSnapshot(run.program, snapshot);
  // What was written are the fields of a run.
  return fields === null ? null : Object.assign(run, fields);
}
