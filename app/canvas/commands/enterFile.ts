import { effectiveWorkflow } from '#engine';
import { activeAnalysis, notify, openFile, session } from '../../session/index.ts';
import { describeTask } from '../model/describeTask.ts';

/** Opens the workflow that a task of the open file runs, with the way back above the canvas. */
export function enterFile(file: string): void {
  const {
    document: { activePath, workspace },
    view: { trail },
  } = session.getState();
  if (activePath === null) return;
  if (!workspace.files.has(file))
    return notify({ kind: 'info', message: `There is no ${file} in this workspace yet.` });
  if (file === activePath) return notify({ kind: 'info', message: `${file} runs itself: it is open already.` });
  const around = [...trail, activePath];
  // One that is around already is gone back to.
  const depth = around.indexOf(file);
  openFile(file, depth === -1 ? around : around.slice(0, depth));
}

/** {@link enterFile} for the selected task; says why where it runs no file. */
export function enterSelected(): void {
  const analysis = activeAnalysis('shown');
  const [id] = session.getState().document.selection.tasks;
  const task = analysis?.graph.nodes.get(id ?? '')?.task;
  if (!analysis || !task) return;
  const { opens, title } = describeTask(effectiveWorkflow(analysis), task);
  if (opens === null) notify({ kind: 'info', message: `${title} names no workflow file that it runs.` });
  else enterFile(opens);
}
