import { type GraphNode } from '#engine';
import { disableTasks, removeTasks, setField } from '#engine/edit';
import { activeAnalysis, dispatch, session } from '../session/index.ts';

/** Gives a task the name a person typed; its id stays. */
export function renameRow({ task }: GraphNode, text: string): void {
  const analysis = activeAnalysis('resolved');
  const to = text.trim();
  if (!analysis || to === '' || to === task.name) return;
  dispatch(setField(analysis, { path: [...task.path, 'name'], value: to }));
}

/** Removes tasks; what led to them leads to what followed. Answers whether it was done. */
export function removeRows(ids: readonly string[]): boolean {
  const analysis = activeAnalysis('resolved');
  const layout = analysis === null ? undefined : session.getState().document.workspace.layouts.get(analysis.path);
  return analysis !== null && dispatch(removeTasks(analysis, { ids, heal: true, layout }));
}

/** Disables tasks; enables them where all of them are disabled. */
export function switchRows(ids: readonly string[]): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const isDisabled = !ids.every((id) => analysis.graph.nodes.get(id)?.task.isDisabled);
  dispatch(disableTasks(analysis, { ids, isDisabled }));
}
