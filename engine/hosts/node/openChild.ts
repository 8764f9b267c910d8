import type { Exposure, HostPorts, Performer, Vault, WorkspaceFiles } from '../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import { EMPTY_VIEW, foldRun, type ModelPrice, type RunView } from '../../run/index.ts';
import type { PreparedChild } from '../prepareChild.ts';
import { prepareEnv, takeRecorded } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import type { Restoration } from '../restoreRun.ts';
import { beginRun, reopenJournal } from './beginRun.ts';
import { ChildJournalError, type ChildJournals, type FoundChild, type OpenJournal } from './ChildJournals.ts';
import type { RunClock } from './clock.ts';
import type { HostState } from './hostState.ts';
import type { Repeats } from './Repeats.ts';

/** What all runs below one outermost run share. */
export interface ChildContext {
  readonly files: WorkspaceFiles;
  /** Those that the outermost run has as secrets are taken. */
  readonly variables: readonly Variable[];
  /** That of the outermost run: a secret's placeholder means the same in all of them. */
  readonly salt: string;
  readonly prices: readonly ModelPrice[];
  readonly exposure: Exposure;
  /** Null: they are kept nowhere, as the outermost run. */
  readonly journals: ChildJournals | null;
  readonly createPerformer: (vault: Vault, ports: Pick<HostPorts, 'runWorkflow'>) => Performer;
  /** A clock that reads `start` (ms since the epoch) or later. */
  readonly createClock: (start: number) => RunClock;
  readonly repeats: Repeats;
  /** Runs that may be started in all, where it is not `MOST_CHILDREN`. */
  readonly most?: number;
}

/** A child run whose journal is open, and what its first inputs have led to. */
export interface OpenedChild {
  readonly restored: Restoration;
  readonly state: HostState | null;
  readonly view: RunView;
  readonly journal: OpenJournal | null;
  readonly vault: Vault;
  /** False: it had begun before. */
  readonly isNew: boolean;
}

/** Begins the journal of a child run. Throws where it cannot be written. */
export async function createChild(prepared: PreparedChild, { journals, salt }: ChildContext): Promise<OpenedChild> {
  const { workflow, source, started, vault, imported } = prepared;
  const head = { path: started.file, source, files: [...imported], salt, start: started };
  const journal = journals?.create(head) ?? null;
  const restored = await beginRun(workflow, [started]);
  if (!restored.ok) throw new Error(restored.error.message);
  const view = foldRun(EMPTY_VIEW, restored.value.events);
  return { restored: restored.value, state: null, view, journal, vault, isNew: true };
}

/** Opens the journal of a child run that has begun. Throws where it cannot be continued: to begin anew would repeat its steps. */
export async function reopenChild(
  found: FoundChild,
  { variables, salt, exposure }: ChildContext,
): Promise<OpenedChild> {
  const { head, stored, place } = found;
  const workflow = effectiveWorkflow(analyze(head.path, head.source, undefined, new Map(head.files)));
  const opened = await reopenJournal(workflow, stored);
  if (!opened.ok) {
    found.close();
    throw new ChildJournalError(`${place}: the run of “${head.path}” cannot be continued. ${opened.error.message}`);
  }
  const { restored, state } = opened.value;
  for (const name of restored.tracked.exposed) exposure.add(name);
  const { vault } = prepareEnv(workflow, takeRecorded(variables, head.start?.env ?? {}, salt), salt);
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
  const { proof, isFinished, abandoned } = restored.tracked;
  // One that has ended is only read, unless runs below it are still to be cancelled.
  const isOver = isFinished && abandoned.size === 0;
  if (isOver) found.close();
  return { restored, state, view, journal: isOver ? null : found.proceed(proof), vault, isNew: false };
}
