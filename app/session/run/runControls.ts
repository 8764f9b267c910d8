import type { Budget, FailureAnswer, RunError } from '#engine/run';
import type { Json } from '#engine/values';
import type { RunControl } from '#engine/worker';
import { enginePort, ignoreWorkerExit, reachOut } from '../document/engine.ts';
import { announce, notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { recoverRuns } from './run.ts';
import { refreshRuns } from './runHistory.ts';
import { catchUp, isRunning, markInterrupted } from './runShown.ts';
import { sendControl } from './sendControl.ts';

/** How long the engine may take to stop a run before it is restarted, in ms. */
const STOP_WITHIN = 900;

/** Stops the run on screen. An engine too busy to receive that is restarted. */
export async function stopRun(): Promise<void> {
  const engine = enginePort();
  const {
    run: { shown: run },
  } = session.getState();
  if (!engine || run?.view.status !== 'running' || run.isStopping) return;
  const { restart } = engine;
  update({ run: { shown: { ...run, isStopping: true } } });
  if (run.server !== null) {
    const refusal = await sendControl({ type: 'run.cancelled' });
    const { shown } = session.getState().run;
    if (refusal !== undefined && shown?.runId === run.runId)
      update({ run: { shown: { ...shown, isStopping: false } } });
    return;
  }
  const timer = setTimeout(() => {
    // A run of another tab is not in this engine.
    if (!isRunning(run.runId) || run.isElsewhere) return;
    restart();
    markInterrupted();
    // A run that resumes from its journal receives the cancel before anything else.
    void recoverRuns().then(() =>
      enginePort()
        ?.engine.controlRun(run.parent?.root ?? run.runId, { type: 'run.cancelled' })
        .catch(ignoreWorkerExit),
    );
  }, STOP_WITHIN);
  await sendControl({ type: 'run.cancelled' });
  if (!isRunning(run.runId)) clearTimeout(timer);
}

/**
 * Pauses the run on screen, so that no task starts until it is resumed; resumes one that is paused. One that this browser lacked something for,
 * or one next to it, is opened again first: it uses the variables and servers that are set now.
 */
export async function togglePause(): Promise<void> {
  const { shown } = session.getState().run;
  const reason = shown?.view.paused?.reason;
  if (reason === undefined) return void (await sendControl({ type: 'run.paused', reason: 'asked' }));
  if (shown?.server === null && /^(missing|child|parent)$/.test(reason)) await takeOverRun();
  await sendControl({ type: 'run.resumed' });
}

/** Decides whether a call that was cut off is made again; with the last one, the run resumes. */
export async function repeatCall(key: string, again: boolean): Promise<void> {
  await sendControl({ type: 'run.repeat', key, again });
}

/** Resumes a run that is paused because its budget is spent, with twice as much; later runs have it too. */
export async function doubleBudget(): Promise<void> {
  const {
    run: { shown: run },
    workspace: { budget },
  } = session.getState();
  const { input_tokens = 0, output_tokens = 0, cost = null } = run?.view.usage ?? {};
  const more: Budget = {
    ...(budget.tokens === undefined ? {} : { tokens: 2 * Math.max(budget.tokens, input_tokens + output_tokens) }),
    ...(budget.cost === undefined ? {} : { cost: 2 * Math.max(budget.cost, cost ?? 0) }),
  };
  update({ workspace: { budget: more } });
  await sendControl({ type: 'run.resumed', budget: more });
}

/** Lets one task of a paused run start; says so where none is ready yet, and where none will be until a wait is over. */
export async function stepRun(): Promise<void> {
  const view = session.getState().run.shown?.view;
  await sendControl({ type: 'run.stepped' });
  // A failure that is held is answered by the step.
  if (view?.paused?.next != null || view?.paused?.failed !== undefined) return;
  const isCalling = [...(view?.tasks.values() ?? [])].some(({ effects }) =>
    effects.some((call) => call.endedAt === null),
  );
  notify({
    kind: 'info',
    message: isCalling
      ? 'No task is ready to start. The step is made as soon as one is.'
      : 'No task is ready to start: the run only waits. Step again once the wait is over, or resume.',
  });
}

/** Puts another value in place of one that the paused run on screen holds. */
export async function editRunValue(edit: Omit<Extract<RunControl, { type: 'value.edited' }>, 'type'>): Promise<void> {
  await sendControl({ type: 'value.edited', ...edit });
}

/** Says what becomes of a failure that the run on screen is paused for; it resumes with that. */
export async function answerFailure(activation: number, answer: FailureAnswer): Promise<void> {
  await sendControl({ type: 'failure.answered', activation, answer });
}

/** Executes the run on screen in this tab, wherever it was executed before. */
export async function takeOverRun(): Promise<void> {
  const {
    run: { shown: run },
    workspace: { variables },
  } = session.getState();
  // One that came from a file never resumes; a fork of it was allowed to reach out when it was made.
  if (run === null || run.isImported) return;
  try {
    const outermost = run.parent?.root ?? run.runId;
    await reachOut({ type: 'person' }, (engine) => engine.takeOver(outermost, { variables }));
    await catchUp(run.runId);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
    await catchUp(run.runId).catch(ignoreWorkerExit);
  }
  await refreshRuns();
}

/** Retries now to store the events that the run on screen is blocked on. */
export async function retryRunStorage(): Promise<void> {
  const {
    run: { shown: run },
  } = session.getState();
  if (run !== null) await enginePort()?.engine.retryStorage(run.runId).catch(ignoreWorkerExit);
}

/** Delivers a signal to the run on screen, which waits for it; answers with why it is refused. */
export async function sendSignal(name: string, payload: Json): Promise<RunError | undefined> {
  if (session.getState().run.shown?.view.status !== 'running') return undefined;
  const refusal = await sendControl({ type: 'signal.received', name, payload });
  if (refusal === undefined) announce(`Signal ${name} sent.`);
  return refusal;
}
