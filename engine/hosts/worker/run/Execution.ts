import { err, type Result } from '../../../base/index.ts';
import type { Vault } from '../../../effects/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunError } from '../../../run/index.ts';
import { prepareEnv } from '../../prepareEnv.ts';
import type { RestoredRun } from '../../restoreRun.ts';
import type { RunDetails } from '../journal/Disk.ts';
import type { Claim, JournaledRun, RunStore } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunSummary, Variable } from '../protocol/protocol.ts';
import type { HostState } from './hostState.ts';

/** A run that may be executed: its journal read and proved, its epoch begun. */
export interface Execution {
  readonly claim: Claim;
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly restored: RestoredRun;
  /** What was known at its checkpoint; absent where all events were read. */
  readonly known?: HostState | null;
  readonly vault: Vault;
}

/** What a run is opened with. */
export interface OpenContext {
  readonly store: RunStore;
  readonly clock: Clock;
  /** The workspace's variables now. */
  readonly variables: readonly Variable[];
}

/** A run whose machine does not come to where its journal says it was is kept, with the reason, and does not go on. */
export async function refuse(
  { epoch }: Claim,
  summary: RunSummary,
  problem: RunError,
  { store }: OpenContext,
): Promise<Result<never, RunError>> {
  await store.saveSummary({ ...summary, problem }, epoch);
  return err(problem);
}

/** A run that was restored, with what its calls need. */
export function toExecution(
  { workflow, ...opened }: Omit<Execution, 'vault'> & { readonly workflow: Workflow },
  { variables }: OpenContext,
): Execution {
  const { vault } = prepareEnv(workflow, variables, opened.details.salt ?? '');
  return { ...opened, vault };
}

/** What was changed in the records of a run since it started, loaded where it is asked. */
export async function findChange(run: Pick<JournaledRun, 'summary' | 'details' | 'inputs'>): Promise<RunError | null> {
  return (await import('./findChange.ts')).findChange(run);
}
