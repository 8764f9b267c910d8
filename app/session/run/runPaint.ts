import { findRange, type ShownAnalysis } from '#engine';
import type { ActivationView } from '#engine/run';
import { analysisOf } from '../document/analysis.ts';
import { cardActivation } from '../store/failures.ts';
import type { SessionState } from '../store/State.ts';
import { analysisOfRun } from './runAnalysis.ts';

/**
 * What the run on screen did with a task, its worst and else its last, as far as it still holds for the text that is open: nothing where the task,
 * or one inside it, was edited since the run was started.
 */
export function paintOf(state: SessionState, taskId: string): ActivationView | undefined {
  const { shown: run } = state.run;
  return run === null || run.path !== state.document.activePath || isEditedSinceRun(state, taskId)
    ? undefined
    : cardActivation(run, taskId);
}

/** Whether the run on screen knew a task by another text than it has now. False for tasks that it did not know. */
export function isEditedSinceRun(state: SessionState, taskId: string): boolean {
  const { shown: run } = state.run;
  const { activePath, workspace } = state.document;
  if (run === null || run.path !== activePath || workspace.files.get(run.path) === run.source) return false;
  const present = analysisOf(state, run.path, 'shown');
  return present !== null && isEdited(analysisOfRun(state, run), present, taskId);
}

/** What is known of the tasks of a text, next to that of the run it was last compared with. */
const compared = new WeakMap<ShownAnalysis, { readonly ran: ShownAnalysis; readonly edited: Map<string, boolean> }>();

function isEdited(ran: ShownAnalysis, present: ShownAnalysis, taskId: string): boolean {
  let known = compared.get(present);
  if (known?.ran !== ran) {
    known = { ran, edited: new Map() };
    compared.set(present, known);
  }
  const before = known.edited.get(taskId);
  if (before !== undefined) return before;
  const [then, now] = [blockOf(ran, taskId), blockOf(present, taskId)];
  const isOther = then !== null && now !== null && then !== now;
  known.edited.set(taskId, isOther);
  return isOther;
}

/** The YAML of a task, wherever it is: moved into a container it is the same. Null where the text has no such task. */
function blockOf({ syntax, graph }: ShownAnalysis, taskId: string): string | null {
  const node = graph.nodes.get(taskId);
  if (node === undefined || node.task.id !== taskId) return null;
  const { start, end } = findRange(syntax, node.task.path, 'value');
  const column = start - (syntax.text.lastIndexOf('\n', start - 1) + 1);
  const indent = ' '.repeat(column);
  const lines = syntax.text.slice(start, end).trimEnd().split(/\r?\n/);
  return lines.map((line) => (line.startsWith(indent) ? line.slice(column) : line)).join('\n');
}
