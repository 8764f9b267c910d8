import type { AddressBar } from '../../platform/index.ts';
import { activeAnalysis } from '../document/analysis.ts';
import { copyText } from '../document/clipboard.ts';
import { openFile } from '../document/files.ts';
import { clearSelection, selectActivation, showTask } from '../document/selection.ts';
import { loadInside, selectInside } from '../relatedRuns/index.ts';
import { placeOf } from '../run/findRecord.ts';
import { closeRun, openRun } from '../run/run.ts';
import { showMoment } from '../run/runMoment.ts';
import { readServedId } from '../servers/servedId.ts';
import { type Notice, notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import { type Address, formatAddress, parseAddress } from './Address.ts';

/** How long a step or an instant has to last to be written, in ms: walking along a timeline is one step of *Back*. */
const SETTLES = 250;

/**
 * Goes to the place that the address names, then keeps the address that of what is on screen; *Back* and *Forward* lead
 * through the places. A run that a person has started since `openedAt` (ms since the epoch) stays on screen. Answers, once it
 * is there, with a function that stops that.
 */
export async function followAddress(bar: AddressBar, openedAt: number): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the address tells of, as far as it is here. */
  let told: Address | null = null;
  /** The place that was looked at last. */
  let seen = '';
  /** Which way is under way: a later one is what counts. */
  let way = 0;

  async function go(isReload: boolean): Promise<void> {
    const wanted = parseAddress(bar.read());
    if (wanted === null) return;
    clearTimeout(timer);
    way += 1;
    const mine = way;
    told = null;
    const isHere = await goTo(wanted, isReload).catch(() => false);
    if (way !== mine) return;
    told = addressOf(session.getState());
    seen = formatAddress(told);
    // What is not here may come: its address stays, unless the person has continued meanwhile.
    const isLeft = told.run !== null && told.run !== wanted.run;
    if ((isHere || isLeft) && bar.read() !== seen) bar.write(seen, isLeft);
  }

  function look(): void {
    if (told === null) return;
    const now = addressOf(session.getState());
    const text = formatAddress(now);
    // A busy run changes all the time, and its place does not.
    if (text === seen) return;
    seen = text;
    clearTimeout(timer);
    // A reload may follow at once: it has to find the file that was opened and the run that was started.
    if (now.path !== told.path || now.run !== told.run) write();
    else if (text !== formatAddress(told)) timer = setTimeout(write, SETTLES);
  }

  function write(): void {
    if (told === null) return;
    const now = addressOf(session.getState());
    if (formatAddress(now) === formatAddress(told)) return;
    bar.write(formatAddress(now), isElsewhere(now, told));
    told = now;
  }

  if (!hasStarted(openedAt)) await go(true);
  if (told === null) {
    told = addressOf(session.getState());
    bar.write(formatAddress(told), false);
  }
  const stopGoing = bar.onGo(() => void go(false));
  const stopLooking = session.subscribe((state, before) => {
    if (state.run.shown !== before.run.shown || state.document !== before.document) look();
  });
  return () => {
    clearTimeout(timer);
    stopGoing();
    stopLooking();
  };
}

function hasStarted(since: number): boolean {
  const { isStarting, shown } = session.getState().run;
  // One that was just started is on screen before its first event.
  return isStarting || (shown !== null && (shown.view.startedAt ?? Infinity) > since);
}

/** Copies the address of what is on screen: the file, the run, the step and the instant. */
export function copyAddress(bar: Pick<AddressBar, 'whole'>): Promise<boolean> {
  const address = addressOf(session.getState());
  const said =
    address.run === null
      ? 'Copied the address of this place. It opens where this file is.'
      : 'Copied the address of this run. It opens where the run is: in this browser, or on its server.';
  return copyText(bar.whole(formatAddress(address)), said);
}

/**
 * Shows what an address names, and says in words what of it is not here. A run that is left continues. Answers whether all of it is here.
 * @param isReload true: what the address does not name stays as it is, since a run may have resumed and a step been chosen in it
 */
async function goTo(address: Address, isReload = false): Promise<boolean> {
  const { path, run, task } = address;
  const isHere = path === null || hasFile(path);
  if (path !== null && isHere) openFile(path);
  if (run === null) {
    if (!isReload || session.getState().run.shown?.path !== path) closeRun();
    if (!isHere) return miss(missingFile(path));
  } else {
    await openRun(run, { gone: missingRun(run) });
    const { shown } = session.getState().run;
    if (shown?.runId !== run) return false;
    // The run opened its own file, where that is here: the address may be of another one.
    if (path !== null && isHere) openFile(path);
    else if (path !== null && path !== shown.path) return miss(missingFile(path));
    if (!(await showStep(address, isReload))) return false;
  }
  // Without a step, nothing was selected at that place but its task, whose step is then shown as where its card is pressed.
  if (address.step === null && !isReload) clearSelection();
  if (task === null) return true;
  if (activeAnalysis('shown')?.graph.nodes.has(task) !== true) return miss(missingTask(task));
  showTask(task);
  return true;
}

async function showStep({ run, inside, step, event }: Address, isReload: boolean): Promise<boolean> {
  if (event !== null || !isReload) showMoment(event);
  if (inside !== null && step !== null) {
    await loadInside(inside);
    const { shown, inside: runs } = session.getState().run;
    if (shown?.runId !== run) return false;
    if (runs.get(inside)?.view.activations.has(step) !== true) return miss(missingStep(step));
    selectInside(inside, step);
    return true;
  }
  const { shown } = session.getState().run;
  if (step !== null && shown?.view.activations.has(step) !== true) return miss(missingStep(step));
  if (step !== null || !isReload) selectActivation(step);
  return true;
}

function miss(notice: Notice): false {
  notify(notice);
  return false;
}

function hasFile(path: string): boolean {
  return session.getState().document.workspace.files.has(path);
}

function missingFile(path: string): Notice {
  return {
    kind: 'warning',
    message: `There is no file ${path} here. Files stay in the browser or the folder in which they were made: open that folder, or add the file.`,
    stays: true,
    action: { label: 'Show files', run: () => setPanel('files') },
  };
}

function missingRun(runId: string): Notice {
  const place = readServedId(runId);
  if (place !== null && placeOf(runId) === null)
    return {
      kind: 'warning',
      message: `The run of this address is on the server ${place.address}, which is not set up here. Add it in the form of Run.`,
    };
  return {
    kind: 'warning',
    message:
      'The run of this address is not here. Runs stay in the browser that executed them, until they are deleted: whoever has it can export it, and Import run in the history opens it.',
    stays: true,
    action: { label: 'Show runs', run: () => setPanel('runs') },
  };
}

function missingStep(step: number): Notice {
  return { kind: 'info', message: `Step ${step} of this address is not in the run as it is shown.` };
}

function missingTask(task: string): Notice {
  return { kind: 'info', message: `There is no task ${task} in this file, which the address names.` };
}

/** The address of what is on screen. */
function addressOf({ document: { activePath, selection }, run: { shown } }: SessionState): Address {
  const [task = null, ...others] = selection.tasks;
  const alone = others.length === 0 ? task : null;
  if (shown === null) return { path: activePath, run: null, inside: null, step: null, task: alone, event: null };
  const { runId, selectedInside, selectedActivation, moment } = shown;
  const step = selectedInside?.activation ?? selectedActivation;
  const isOfStep = selectedActivation !== null && shown.view.activations.get(selectedActivation)?.taskId === alone;
  return {
    path: activePath,
    run: runId,
    inside: selectedInside?.runId ?? null,
    step,
    task: isOfStep ? null : alone,
    event: moment?.count ?? null,
  };
}

/** Whether two addresses are places of their own, so that *Back* leads from one to the other; an instant of the same step is not. */
function isElsewhere(one: Address, other: Address): boolean {
  return (['path', 'run', 'inside', 'step', 'task'] as const).some((field) => one[field] !== other[field]);
}
