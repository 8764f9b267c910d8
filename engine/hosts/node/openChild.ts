import type { Exposure, HostPorts, Performer, Vault } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { EMPTY_VIEW, foldRun, type Run, type RunEvent, type RunView } from '../../run/index.ts';
import type { RunPlace } from '../children/ChildRequest.ts';
import { ChildRuns } from '../children/ChildRuns.ts';
import type { ChildContext, OpenedChild, PreparedChild } from '../children/prepareChild.ts';
import type { Restoration } from '../feedRun.ts';
import { prepareEnv, takeRecorded } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import { beginRun, reopenJournal } from './beginRun.ts';
import { ChildJournalError, type ChildJournals, type FoundChild, type OpenJournal } from './ChildJournals.ts';
import { analyzeRecorded } from './journal/readJournal.ts';
import type { RunClock } from './run/clock.ts';
import type { HostState, Repeats } from './run/RunToEndOptions.ts';
import { runToEnd } from './run/runToEnd.ts';
import type { Turns } from './run/waiting.ts';

/** What all runs below one outermost run share here. */
export interface ProcessContext extends Omit<ChildContext<ChildRuns>, 'store' | 'count' | 'now'> {
  readonly exposure: Exposure;
  /** Null: they are kept nowhere, as the outermost run. */
  readonly journals: ChildJournals | null;
  /** `file`: that of the workflow. */
  readonly createPerformer: (
    run: Pick<Vault, 'resolveSecret'> & { readonly file: string },
    ports: Pick<HostPorts, 'runWorkflow'>,
  ) => Performer;
  /** A clock that reads `start` (ms since the epoch) or later. */
  readonly createClock: (start: number) => RunClock;
  readonly repeats: Repeats;
  /** As that of `runToEnd`, of the outermost run. */
  readonly halt?: AbortSignal | undefined;
  /** As that of `runToEnd`. */
  readonly turns?: Turns | undefined;
  /** Called with each run below before it continues; what it gives is notified of the events of that run, as `runToEnd` is. */
  readonly listen?: (run: Run, vault: Vault) => (events: readonly RunEvent[]) => void;
}

/** A child run as it is executed in this process. */
interface ProcessChild {
  readonly file: string;
  readonly restored: Restoration;
  readonly state: HostState | null;
  readonly view: RunView;
  readonly journal: OpenJournal | null;
  readonly vault: Vault;
  /** False: it had begun before. */
  readonly isNew: boolean;
}

/** The runs that an outermost run in this process starts. */
export function createChildRuns(place: RunPlace, context: ProcessContext): ChildRuns {
  const { journals, createClock } = context;
  return ChildRuns.ofRoot(place, {
    ...context,
    count: journals?.count() ?? 0,
    now: (start) => createClock(start).now(),
    store: {
      create: async (prepared) => toOpened(await createChild(prepared, context), context),
      reopen: async (runId, call) => {
        const found = journals?.find(runId) ?? null;
        return found === null ? null : toOpened(await reopenChild(found, call.variables, context), context);
      },
    },
  });
}

function toOpened(child: ProcessChild, context: ProcessContext): OpenedChild<ChildRuns> {
  const { createPerformer, createClock, repeats, halt, turns, listen } = context;
  const { file, restored, state, view, journal, vault, isNew } = child;
  const { tracked } = restored;
  const close = (): void => journal?.close();
  return {
    file,
    tracked,
    view,
    vault,
    close,
    execute: async ({ children, inputs, signal }) => {
      const performer = createPerformer(
        { file, resolveSecret: vault.resolveSecret },
        { runWorkflow: children.runWorkflow },
      );
      try {
        return await runToEnd({
          restored,
          ...(state === null ? {} : { state }),
          ...(isNew ? {} : { repeats }),
          inputs,
          ...(journal === null ? {} : { journal }),
          performer,
          clock: createClock(tracked.lastAt),
          signal,
          halt,
          turns,
          ...(listen === undefined ? {} : { onEvents: listen(tracked.run, vault) }),
          children,
        });
      } finally {
        performer.close();
        close();
      }
    },
  };
}

/** Begins the journal of a child run. Throws where it cannot be written. */
async function createChild(prepared: PreparedChild, { journals, salt }: ProcessContext): Promise<ProcessChild> {
  const { workflow, source, started, vault, imported } = prepared;
  const { file } = started;
  const head = { path: file, source, files: [...imported], salt, start: started };
  const journal = journals?.create(head) ?? null;
  const restored = await beginRun(workflow, [started]);
  if (!restored.ok) throw new Error(restored.error.message);
  const view = foldRun(EMPTY_VIEW, restored.value.events);
  return { file, restored: restored.value, state: null, view, journal, vault, isNew: true };
}

/** Opens the journal of a child run that has begun. */
async function reopenChild(
  found: FoundChild,
  variables: readonly Variable[],
  { salt, exposure }: ProcessContext,
): Promise<ProcessChild> {
  const { head, stored, place } = found;
  const workflow = effectiveWorkflow(analyzeRecorded(head));
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
  return { file: head.path, restored, state, view, journal: isOver ? null : found.proceed(proof), vault, isNew: false };
}
