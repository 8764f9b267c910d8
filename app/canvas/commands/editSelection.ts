import type { Analysis } from '#engine';
import {
  copyTasks,
  disableTasks,
  disconnectEdge,
  duplicateTasks,
  pasteTasks,
  readPasted,
  removeTasks,
  setStart,
} from '#engine/edit';
import { holdsTasks } from '#engine/model';
import { activeAnalysis, copyText, dispatch, isOwnCopy, noteCopy, select, session } from '../../session/index.ts';
import { formatShortcut } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';

/** Removes what is selected; what led to a removed task leads on. */
export function removeSelection(): void {
  const { tasks, edge } = session.getState().document.selection;
  const analysis = activeAnalysis('resolved');
  if (tasks.size > 0) removeAll([...tasks]);
  else if (analysis && edge !== null) dispatch(disconnectEdge(analysis, { edgeId: edge }));
}

function removeAll(ids: readonly string[]): void {
  const analysis = activeAnalysis('resolved');
  if (analysis) dispatch(removeTasks(analysis, { ids, heal: true, layout: currentLayout() }));
}

/** Disables the selected tasks; enables them where all of them are disabled. */
export function switchSelection(): void {
  const analysis = activeAnalysis('resolved');
  const ids = [...session.getState().document.selection.tasks];
  if (!analysis) return;
  const isDisabled = !ids.every((id) => analysis.graph.nodes.get(id)?.task.isDisabled);
  dispatch(disableTasks(analysis, { ids, isDisabled }));
}

/** Removes the selected tasks once their YAML is on the clipboard; says why it keeps them where the browser refuses that. */
export async function cutSelection(): Promise<void> {
  const { activePath, selection } = session.getState().document;
  const ids = [...selection.tasks];
  const isCopied = await copyText(copySelection(), 'Cut as YAML.', REFUSED_CUT);
  if (isCopied && session.getState().document.activePath === activePath) removeAll(ids);
}

const REFUSED_CUT = `The browser did not let the page write to the clipboard, so nothing was cut. Click the canvas, then press ${formatShortcut('Mod+X')}.`;

/** Writes copies of the selected tasks and selects those. */
export function duplicateSelection(): void {
  const analysis = activeAnalysis('resolved');
  const { tasks } = session.getState().document.selection;
  if (!analysis || tasks.size === 0) return;
  if (dispatch(duplicateTasks(analysis, { ids: [...tasks], layout: currentLayout() }))) selectNew(analysis);
}

/** The YAML of the selected tasks; empty when none is. */
export function copySelection(): string {
  const analysis = activeAnalysis('resolved');
  const yaml = analysis ? copyTasks(analysis, [...session.getState().document.selection.tasks]) : '';
  noteCopy(yaml);
  return yaml;
}

/** Inserts tasks from YAML: into the container that is selected alone, else beside what is selected. */
export function pasteYaml(yaml: string): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  if (!analysis || !shown) return;
  const pasted = readPasted(analysis, yaml);
  const parent = findPasteParent(shown, pasted.ok ? pasted.value.ids : new Map());
  const origin = isOwnCopy(yaml) ? 'pasteTasks.copy' : 'pasteTasks';
  if (dispatch(pasteTasks(analysis, { yaml, parent, origin }))) selectNew(analysis);
}

/** Selects all tasks of the level that is selected, else of the top. */
export function selectAll(): void {
  const shown = currentArrangement();
  if (!shown) return;
  const [first] = session.getState().document.selection.tasks;
  const parent = first === undefined ? null : (shown.graph.nodes.get(first)?.parent ?? null);
  const nodes = [...shown.graph.nodes.values()].filter((node) => node.parent === parent);
  select({ tasks: nodes.map(({ id }) => id), origin: 'canvas' });
}

/** Makes a task the one a run begins with. */
export function makeStart(id: string): void {
  const analysis = activeAnalysis('resolved');
  if (analysis) dispatch(setStart(analysis, { id }));
}

function findPasteParent({ graph }: Arrangement, own: ReadonlyMap<string, string>): string | null {
  const tasks = [...session.getState().document.selection.tasks];
  const node = graph.nodes.get(tasks[0] ?? '');
  if (!node) return null;
  return tasks.length === 1 && holdsTasks(node.task.type) && !own.has(node.id) ? node.id : node.parent;
}

/** Selects the outermost tasks that were not there before. */
function selectNew(before: Analysis): void {
  const graph = currentArrangement()?.graph;
  if (!graph) return;
  const added = [...graph.nodes.values()].filter(({ id }) => !before.graph.nodes.has(id));
  const ids = new Set(added.map(({ id }) => id));
  select({
    tasks: added.filter(({ parent }) => parent === null || !ids.has(parent)).map(({ id }) => id),
    origin: 'canvas',
  });
}
