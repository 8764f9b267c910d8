import { findRange } from '#engine';
import { findTask } from '#engine/model';
import { activeAnalysis } from '../document/analysis.ts';
import { withPort } from '../store/ports.ts';
import { session, update } from '../store/store.ts';
import type { StepTab } from '../store/ViewState.ts';
import { setMode } from '../store/view.ts';

/** Remembers which part of a step was chosen last. */
export function setStepTab(stepTab: StepTab): void {
  update({ view: { stepTab } });
}

/** Shows steps below the timeline, or next to it again. */
export function turnStepDock(): void {
  update({ view: { stepDock: session.getState().view.stepDock === 'right' ? 'below' : 'right' } });
}

/** Shows the text of a task of the open file, as it is now. */
export function showLine(taskId: string): void {
  const analysis = activeAnalysis('own');
  const task = analysis === null ? null : findTask(analysis.workflow, taskId);
  if (analysis === null || task == null) return;
  const range = findRange(analysis.syntax, task.path, 'entry');
  if (session.getState().view.mode === 'design') setMode('split');
  withPort('source', (source) => source.reveal(range));
}

/** Whether a task of the run on screen has lines in the open file. */
export function hasLine(taskId: string): boolean {
  const { run, document } = session.getState();
  const analysis = run.shown?.path === document.activePath ? activeAnalysis('own') : null;
  return analysis !== null && findTask(analysis.workflow, taskId) != null;
}
