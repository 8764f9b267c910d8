import { listSignalWaits, type Run } from '../../../run/index.ts';
import type { RunWaits } from '../contract.ts';

/** The signals that tasks of a run wait for, as its state has them. */
export function listWaits(run: Run): RunWaits {
  return listSignalWaits(run).map(({ taskId: task, ...wait }) => ({ task, ...wait }));
}
