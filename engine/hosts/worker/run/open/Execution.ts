import { err, type Result } from '../../../../base/index.ts';
import type { CutOffCalls } from '../../../../driver/index.ts';
import type { Vault } from '../../../../effects/index.ts';
import type { Workflow } from '../../../../model/index.ts';
import { type RunError, readStart } from '../../../../run/index.ts';
import type { Restoration } from '../../../feedRun.ts';
import { addRecorded, prepareEnv, takeRecorded } from '../../../prepareEnv.ts';
import type { RunDetails } from '../../journal/Disk.ts';
import type { Claim, JournaledRun, RunStore } from '../../journal/RunStore.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RunSummary, Variable } from '../../protocol/protocol.ts';
import type { HostState } from '../record/hostState.ts';

/** A run that is ready to be executed: restored from its journal, and claimed. */
export interface Execution {
  readonly claim: Claim;
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly restored: Restoration;
  /** The state of the host at its checkpoint; absent where `restored` has all events. */
  readonly known?: HostState | null;
  readonly vault: Vault;
  /** Set where it is resumed. */
  readonly cutOff?: CutOffCalls;
}

/** What opening a run needs. */
export interface OpenContext {
  readonly store: RunStore;
  readonly clock: Clock;
  /** The current variables of the workspace. */
  readonly variables: readonly Variable[];
  /** Gives secrets their values, which are read when they are needed. */
  readonly fill: (variables: readonly Variable[]) => readonly Variable[];
}

/** How a run came to this worker. */
export interface OpenedBy {
  /** `taken`: another tab executed it. */
  readonly cause: 'lost' | 'taken';
}

/** Stores in the row of a run why it cannot be resumed; answers with that error. */
export async function refuse(
  { epoch }: Claim,
  summary: RunSummary,
  problem: RunError,
  { store }: OpenContext,
): Promise<Result<never, RunError>> {
  await store.saveSummary({ ...summary, problem }, epoch);
  return err(problem);
}

/** A restored run with the vault that its calls need. */
export function toExecution(
  { workflow, ...opened }: Omit<Execution, 'vault'> & { readonly workflow: Workflow },
  { variables, fill }: OpenContext,
): Execution {
  const { salt = '' } = opened.details;
  const { env = {} } = readStart(opened.restored.tracked.run) ?? {};
  const recorded = takeRecorded(fill(addRecorded(variables, env, salt)), env, salt);
  const { vault } = prepareEnv(workflow, recorded, salt);
  return { ...opened, vault };
}

/** Loads and calls the function of the same name: what was changed in the records of a run since it started. */
export async function findChange(run: Pick<JournaledRun, 'summary' | 'details' | 'inputs'>): Promise<RunError | null> {
  return (await import('../record/findChange.ts')).findChange(run);
}
