import { err, type Result } from '../../../base/index.ts';
import { createVault, type Exposure } from '../../../effects/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunError, type RunView, readStart } from '../../../run/index.ts';
import { StoppedError } from '../../children/CallWork.ts';
import { ChildRuns } from '../../children/ChildRuns.ts';
import type { ChildStore, ChildWork, OpenedChild, PreparedChild } from '../../children/prepareChild.ts';
import { takeHeld } from '../../prepareEnv.ts';
import type { Variable } from '../../RunRequest.ts';
import { readView, restoreRun } from '../../restoreRun.ts';
import { explainDeletedInputs } from '../journal/explainDeletedInputs.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import { isStorageError } from '../journal/storageFailure.ts';
import { createRunClock } from '../platform/clock.ts';
import { createSlices } from '../platform/createSlices.ts';
import { ChildProblem } from '../run/execute/ChildProblem.ts';
import {
  type ChildrenHost,
  type ChildrenRoot,
  type ExecutorsContext,
  RETRIES,
} from '../run/execute/ExecutorsContext.ts';
import { type Execution, findChange } from '../run/open/Execution.ts';
import { createExecution, type NewRecord, openExecution } from '../run/open/openExecution.ts';
import { withSeal } from '../run/record/findChange.ts';
import { startSummary, withExposure } from '../run/record/toSummary.ts';
import { workflowOf } from '../run/record/workflowOf.ts';

export { executeRun } from '../run/execute/executeRun.ts';

/** The runs that an outermost run starts: executed next to it, under its lock. */
export function openChildren(host: ChildrenHost, { execution, variables, exposure, count }: ChildrenRoot): ChildRuns {
  const { context } = host;
  const { runId } = execution.claim;
  return ChildRuns.ofRoot(
    { runId, root: runId, files: [execution.summary.path] },
    {
      get files() {
        return workflowsOf(context);
      },
      variables: takeHeld(variables, execution.vault),
      salt: execution.details.salt ?? '',
      prices: readStart(execution.restored.tracked.run)?.prices ?? [],
      count,
      now: (start) => createRunClock(context.clock, start).now(),
      store: createChildStore(host, toHome(execution, exposure)),
    },
  );
}

function toHome({ claim, summary, details }: Execution, exposure: ChildHome['exposure']): ChildHome {
  const { importedFrom } = summary;
  const { salt = '', baseUrl = '' } = details;
  return { root: claim.runId, salt, baseUrl, exposure, ...(importedFrom === undefined ? {} : { importedFrom }) };
}

function workflowsOf(context: ExecutorsContext): NonNullable<ReturnType<ExecutorsContext['workflows']>> {
  const files = context.workflows();
  if (files === null) throw new Error('The page has given no files.');
  return files;
}

/** What child runs have of their outermost run. */
interface ChildHome {
  readonly root: string;
  readonly salt: string;
  readonly baseUrl: string;
  /** The name of the file that it was imported from. */
  readonly importedFrom?: string;
  readonly exposure: Exposure;
}

/** Keeps child runs in the store of runs, and executes them. */
function createChildStore(host: ChildrenHost, home: ChildHome): ChildStore<ChildRuns> {
  const { context } = host;
  const { store, clock, fill } = context;
  return {
    create: async (prepared, { variables, signal }) => {
      const record = toRecord(prepared, home);
      const { runId, path } = record.summary;
      const asked = { runId, path, signal };
      const created = await untilStored(context, asked, () =>
        createExecution(record, { store, clock, variables, fill }),
      );
      if (created === null) return null;
      return toOpened(host, home, { execution: created, variables, isNew: true });
    },
    reopen: async (runId, { variables, signal }) => {
      const row = await untilStored(context, { runId, path: '', signal }, () => store.row(runId));
      if (signal.aborted) throw new StoppedError();
      if (row === null) return null;
      const asked = { runId, path: row.path, signal };
      const isRunning = row.status === 'running';
      const execution = isRunning
        ? await untilStored(context, asked, () =>
            openExecution(runId, { store, clock, variables, fill, cause: 'lost' }),
          )
        : null;
      if (execution !== null) return toOpened(host, home, { execution, variables, isNew: false });
      const found = await untilStored(context, asked, () => store.find(runId));
      if (signal.aborted) throw new StoppedError();
      return found === null ? null : readEnded(found, context);
    },
  };
}

function toRecord(
  { started, source, imported, workflow }: PreparedChild,
  { salt, baseUrl, importedFrom, exposure }: ChildHome,
): NewRecord {
  const { runId, input, engine } = started;
  const summary = withExposure(startSummary(started, workflow.name), exposure);
  return withSeal({
    summary: importedFrom === undefined ? summary : { ...summary, importedFrom },
    details: { runId, source, files: imported, input, engine, salt, baseUrl },
    inputs: [started],
    workflow,
  });
}

/** A child run that is claimed. */
function toOpened(
  host: ChildrenHost,
  { exposure }: ChildHome,
  opened: { readonly execution: Execution; readonly variables: readonly Variable[]; readonly isNew: boolean },
): OpenedChild<ChildRuns> {
  const { execution } = opened;
  const { restored, known, summary, vault } = execution;
  const { tracked, events } = restored;
  for (const name of [...(summary.exposed ?? []), ...tracked.exposed]) exposure.add(name);
  const view = forgetEnded(foldRun(readView(known?.view ?? null) ?? EMPTY_VIEW, events));
  return {
    file: summary.path,
    tracked,
    view,
    vault,
    close: () => undefined,
    execute: async ({ children, inputs, signal }: ChildWork<ChildRuns>): Promise<RunView> => {
      const { executor, ended, view: current } = host.execute({ ...opened, exposure, children, time: host.time, view });
      const cancel = (): void => void executor.control({ type: 'run.cancelled' });
      signal.addEventListener('abort', cancel, { once: true });
      for (const input of inputs) executor.run.receive(input);
      if (signal.aborted) cancel();
      const end = await ended;
      signal.removeEventListener('abort', cancel);
      if (end.type === 'lost') throw new StoppedError();
      if (end.type === 'failed') throw new ChildProblem(end.error);
      return current() ?? view;
    },
  };
}

/** A child run that has ended: what it ended with is read from its journal. */
async function readEnded(found: JournaledRun, { clock }: ExecutorsContext): Promise<OpenedChild<ChildRuns>> {
  const { summary } = found;
  const change = found.from > 0 ? explainDeletedInputs() : await findChange(found);
  const restored = change === null ? await restoreRun(workflowOf(found), found, createSlices(clock)) : err(change);
  if (!restored.ok) throw new ChildProblem(explainChild(restored.error, summary.path));
  const { tracked, events } = restored.value;
  const view = foldRun(EMPTY_VIEW, events);
  const vault = createVault([], '');
  return { file: summary.path, tracked, view, vault, close: () => undefined, execute: async () => view };
}

/** What the storage is asked for a child run. */
interface ChildRequest {
  readonly runId: string;
  readonly path: string;
  /** Ends the repetition. */
  readonly signal: AbortSignal;
}

/**
 * Repeats what needs the storage until that answers: the runs around wait meanwhile, and report why. Null where `signal`
 * aborts before. Any other error ends them here.
 */
async function untilStored<T>(
  { clock, onTrouble }: Pick<ExecutorsContext, 'clock' | 'onTrouble'>,
  { runId, path, signal }: ChildRequest,
  work: () => Promise<Result<T, RunError>>,
): Promise<T | null> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const done = await work();
    if (attempt > 0 && done.ok) onTrouble(runId, null);
    if (done.ok) return done.value;
    if (!isStorageError(done.error)) throw new ChildProblem(explainChild(done.error, path));
    onTrouble(runId, done.error);
    const wait = RETRIES[attempt] ?? RETRIES.at(-1) ?? 0;
    await new Promise<void>((resolve) => clock.setTimer(wait, resolve));
  }
  return null;
}

function explainChild(problem: RunError, path: string): RunError {
  return { ...problem, message: `The run of “${path}” inside this one cannot be continued. ${problem.message}` };
}
