import { type Analysis, analyze, applyTransaction, type GraphEdge } from '#engine';
import {
  addTask,
  connectTasks,
  type ExitName,
  fillDraft,
  insertOnEdge,
  type NewTask,
  newTaskId,
  type TaskDraft,
} from '#engine/edit';
import { holdsTasks, roleOf, traitsOf } from '#engine/model';
import { activeAnalysis } from '../document/analysis.ts';
import { dispatch } from '../document/dispatch.ts';
import { createFile } from '../document/files.ts';
import { select } from '../document/selection.ts';
import { withPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { setPanel } from '../store/view.ts';

/**
 * Where a task goes that was picked without a place: inside the container that is selected, else after the one selected
 * task where its success leads nowhere yet, else next to it. With nothing selected it continues the main chain, where that
 * has one end; else it is left unconnected (docs/decisions/0020).
 */
export function findPlace(
  analysis: Analysis,
  selected: ReadonlySet<string>,
): Partial<Pick<NewTask, 'after' | 'parent'>> {
  const [source] = selected;
  const node = selected.size === 1 && source !== undefined ? analysis.graph.nodes.get(source) : undefined;
  if (!node) {
    const last = selected.size === 0 ? findLast(analysis) : null;
    return last === null ? { parent: null } : { after: { source: last, via: exitOf(analysis, last) } };
  }
  if (holdsTasks(node.task.type)) return { parent: node.id };
  const via = exitOf(analysis, node.id);
  const isFree = !analysis.graph.edges.some(
    (edge) => edge.source === node.id && (edge.via === via || edge.via === 'sequence'),
  );
  return isFree && mayLeadOn(analysis, node.id) ? { after: { source: node.id, via } } : { parent: node.parent };
}

/**
 * The one task that ends the main chain: what the start leads to while all goes well. Null where branches end apart, where
 * the end is written (`next: end`) but as the default of a decision, and where there is no start.
 */
function findLast(analysis: Analysis): string | null {
  const { nodes, edges } = analysis.graph;
  const start = [...nodes.values()].find(({ isStart, parent }) => isStart && parent === null);
  if (!start) return null;
  const reached = new Set([start.id]);
  const ends: string[] = [];
  for (const id of reached) {
    const onwards = edges.filter((edge) => edge.source === id && goesWell(edge) && !isDefaultEnd(edge));
    if (onwards.length === 0) ends.push(id);
    for (const { target } of onwards) if (nodes.has(target)) reached.add(target);
  }
  const [last, ...others] = ends;
  return last !== undefined && others.length === 0 && mayLeadOn(analysis, last) ? last : null;
}

/** Whether an edge is part of the main chain: no error, no timeout, no hook, no branch next to it. */
function goesWell({ via }: GraphEdge): boolean {
  const role = roleOf(via);
  return role === 'success' || role === 'complete' || role === 'route';
}

/** Whether it is where a decision ends that no route is for: the chain follows its routes. */
function isDefaultEnd({ via, target }: GraphEdge): boolean {
  return via === 'default' && target === 'end';
}

function exitOf({ graph }: Analysis, id: string): ExitName {
  return traitsOf(graph.nodes.get(id)?.task.type ?? '').hasRoutes ? 'routes' : 'on_success';
}

function mayLeadOn(analysis: Analysis, id: string): boolean {
  return connectTasks(analysis, { source: id, via: exitOf(analysis, id), target: 'end' }).ok;
}

/** Path of the file that a task is added to where none is open. */
const NEW_PATH = 'workflow.yaml';

/**
 * Adds a task to the active file, else to a new one, and shows it: on the line that is selected, else where
 * {@link findPlace} says. Returns whether it was added.
 */
export function addChoice(draft: TaskDraft): boolean {
  const analysis = activeAnalysis('resolved');
  const {
    document: { activePath, selection },
  } = session.getState();
  if (!analysis) return activePath === null && startWith(draft);
  const id = newTaskId(analysis, draft);
  if (selection.edge !== null) {
    const edge = analysis.graph.edges.find(({ id: each }) => each === selection.edge);
    const place = { source: edge?.source ?? null, via: edge?.via, parent: null };
    if (!dispatch(insertOnEdge(analysis, { ...fillDraft(analysis, draft, place), edgeId: selection.edge })))
      return false;
  } else {
    const place = findPlace(analysis, selection.tasks);
    const read = fillDraft(analysis, draft, {
      ...place.after,
      source: place.after?.source ?? null,
      parent: place.parent ?? null,
    });
    if (!dispatch(addTask(analysis, { ...read, ...place }))) return false;
  }
  showAdded(id);
  return true;
}

/** Selects a task that was added and brings it into view: on a phone the list covers it. */
function showAdded(id: string): void {
  if (session.getState().view.isNarrow) setPanel(null);
  select({ tasks: [id] });
  withPort('canvas', (canvas) => canvas.centerOn(id));
}

/** Writes a file with this one task: one step to undo. */
function startWith(draft: TaskDraft): boolean {
  const empty = analyze(NEW_PATH, '');
  const added = addTask(empty, { ...draft, parent: null });
  const before = { files: new Map([[NEW_PATH, '']]), layouts: new Map() };
  const applied = added.ok ? applyTransaction(before, added.value) : added;
  const text = applied.ok ? applied.value.files.get(NEW_PATH) : undefined;
  if (text === undefined || createFile(NEW_PATH, { text, source: 'files.create' }) === null) return false;
  showAdded(newTaskId(empty, draft));
  return true;
}
