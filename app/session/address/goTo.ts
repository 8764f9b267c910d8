import { activeAnalysis } from '../document/analysis.ts';
import { openFile } from '../document/files.ts';
import { clearSelection, selectActivation, showTask } from '../document/selection.ts';
import { loadInside, selectInside } from '../relatedRuns/index.ts';
import { placeOf } from '../run/findRecord.ts';
import { closeRun, openRun } from '../run/run.ts';
import { showMoment } from '../run/runMoment.ts';
import { readServedId } from '../servers/servedId.ts';
import { type Notice, notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import type { Address } from './Address.ts';

/**
 * Shows what an address names, and says in words what of it is not here. A run that is left continues. Answers whether all of it is here.
 * @param isReload true: what the address does not name stays as it is, since a run may have resumed and a step been chosen in it
 */
export async function goTo(address: Address, isReload = false): Promise<boolean> {
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
