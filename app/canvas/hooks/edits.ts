import {
  type Analysis,
  addTask,
  collapseTask,
  copyTasks,
  disconnectEdge,
  duplicateTasks,
  holdsTasks,
  insertOnEdge,
  type Layout,
  moveTasks,
  newTaskId,
  type Point,
  pasteTasks,
  readPasted,
  removeTasks,
  setStart,
  type TaskDraft,
} from '#engine';
import {
  commandAnalysis,
  dispatch,
  isOwnCopy,
  noteCopy,
  port,
  select,
  session,
  setDirection,
} from '../../session/index.ts';
import type { Arrangement } from '../flow/arrangeGraph.ts';
import { toPlace } from '../flow/toPosition.ts';
import type { PickPlace } from '../view.ts';
import { currentArrangement, selectLayout } from './arrangement.ts';
import { hasKeptPlaces, keepPlaces } from './places.ts';

const GRID = 20;

/** Draws a container as a card, or open again. */
export function toggleCollapsed(id: string): void {
  const analysis = commandAnalysis();
  if (!analysis) return;
  const layout = currentLayout();
  dispatch(collapseTask(analysis, { id, isCollapsed: !layout.collapsed.has(id), layout }));
}

/** Keeps where cards were dropped, by node id, relative to their container's border. What stands beside them stays too. */
export function keepMoved(moved: ReadonlyMap<string, Point>): void {
  const [analysis, shown] = [commandAnalysis(), currentArrangement()];
  if (!analysis || !shown) return;
  const positions = new Map<string, Point>();
  let layout = shown.layout;
  const kept = new Set<string | null>();
  for (const [id, position] of moved) {
    const parent = shown.graph.nodes.get(id)?.parent ?? null;
    const { x, y } = toPlace(position, parent);
    const before = shown.placements.get(id);
    if (before?.x === x && before.y === y) continue;
    if (!kept.has(parent)) layout = keepPlaces({ ...shown, layout }, parent);
    kept.add(parent);
    positions.set(id, parent === null ? { x, y } : { x: Math.max(0, x), y: Math.max(0, y) });
  }
  if (positions.size > 0) dispatch(moveTasks(analysis, { positions, layout }));
}

/** Gives all cards back to the automatic layout, as one step. */
export function layoutAll(): void {
  const analysis = commandAnalysis();
  const layout = currentLayout();
  if (!analysis || layout.positions.size === 0) return;
  dispatch(moveTasks(analysis, { positions: new Map(), layout: { ...layout, positions: new Map() } }));
}

/** Turns the flow; cards placed by hand go back to the automatic layout, since they stood for the other direction. */
export function turnFlow(): void {
  const direction = currentArrangement()?.direction ?? session.getState().direction;
  setDirection(direction === 'right' ? 'down' : 'right');
  layoutAll();
}

/** Writes a new task where it was picked or dropped, selects it and gives the canvas the keys. `point` is on the canvas as a whole. */
export function addDraft(draft: TaskDraft, place: PickPlace, point: Point | null): boolean {
  const [analysis, shown] = [commandAnalysis(), currentArrangement()];
  if (!analysis || !shown) return false;
  const id = newTaskId(analysis, draft);
  const isDone = dispatch(toAddition(analysis, { ...draft, shown, place, point }));
  if (!isDone) return false;
  select({ tasks: [id], origin: 'canvas' });
  requestAnimationFrame(() => port('canvas')?.focus());
  return true;
}

type Addition = TaskDraft & { readonly shown: Arrangement; readonly place: PickPlace; readonly point: Point | null };

function toAddition(analysis: Analysis, { shown, place, point, ...draft }: Addition) {
  if (place.kind === 'edge') return insertOnEdge(analysis, { ...draft, edgeId: place.edgeId });
  const parent = place.kind === 'free' ? place.parent : (shown.graph.nodes.get(place.source)?.parent ?? null);
  const isFree = place.kind === 'free' && parent === null && shown.graph.nodes.size > 0;
  const spot = point && (isFree || hasKeptPlaces(shown, parent)) ? toSpot(shown, parent, point) : {};
  if (place.kind === 'free') return addTask(analysis, { ...draft, parent, ...spot });
  return addTask(analysis, { ...draft, after: { source: place.source, via: place.via }, ...spot });
}

/** Removes what is selected; what led to a removed task leads on. */
export function removeSelection(): void {
  const analysis = commandAnalysis();
  const { tasks, edge } = session.getState().selection;
  if (!analysis) return;
  if (tasks.size > 0) dispatch(removeTasks(analysis, { ids: [...tasks], heal: true, layout: currentLayout() }));
  else if (edge !== null) dispatch(disconnectEdge(analysis, { edgeId: edge }));
}

/** Writes copies of the selected tasks and selects those. */
export function duplicateSelection(): void {
  const analysis = commandAnalysis();
  const { tasks } = session.getState().selection;
  if (!analysis || tasks.size === 0) return;
  if (dispatch(duplicateTasks(analysis, { ids: [...tasks], layout: currentLayout() }))) selectNew(analysis);
}

/** The YAML of the selected tasks; empty when none is. */
export function copySelection(): string {
  const analysis = commandAnalysis();
  const yaml = analysis ? copyTasks(analysis, [...session.getState().selection.tasks]) : '';
  noteCopy(yaml);
  return yaml;
}

/** Inserts tasks from YAML: into the container that is selected alone, else beside what is selected. */
export function pasteYaml(yaml: string): void {
  const [analysis, shown] = [commandAnalysis(), currentArrangement()];
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
  const [first] = session.getState().selection.tasks;
  const parent = first === undefined ? null : (shown.graph.nodes.get(first)?.parent ?? null);
  const nodes = [...shown.graph.nodes.values()].filter((node) => node.parent === parent);
  select({ tasks: nodes.map(({ id }) => id), origin: 'canvas' });
}

/** Makes a task the one a run begins with. */
export function makeStart(id: string): void {
  const analysis = commandAnalysis();
  if (analysis) dispatch(setStart(analysis, { id }));
}

/** Moves the selected cards by steps of the grid. */
export function nudgeSelection(step: Point): void {
  const shown = currentArrangement();
  if (!shown) return;
  const moved = [...session.getState().selection.tasks].flatMap((id): [string, Point][] => {
    const [box, node] = [shown.boxes.get(id), shown.graph.nodes.get(id)];
    const outer = node?.parent == null ? undefined : shown.boxes.get(node.parent);
    if (!box) return [];
    return [[id, { x: box.x - (outer?.x ?? 0) + step.x * GRID, y: box.y - (outer?.y ?? 0) + step.y * GRID }]];
  });
  if (moved.length > 0) keepMoved(new Map(moved));
}

/** Layout of the file that is open. */
export function currentLayout(): Layout {
  return selectLayout(session.getState());
}

/** A card's corner around a point of the canvas, on the grid, with the layout that keeps the others where they are. */
function toSpot(shown: Arrangement, parent: string | null, point: Point): { position: Point; layout: Layout } {
  const outer = parent === null ? undefined : shown.boxes.get(parent);
  const corner = { x: point.x - (outer?.x ?? 0) - CARD.width / 2, y: point.y - (outer?.y ?? 0) - CARD.height / 2 };
  const { x, y } = toPlace(corner, parent);
  const least = parent === null ? -Infinity : 0;
  const position = { x: Math.max(least, Math.round(x / GRID) * GRID), y: Math.max(least, Math.round(y / GRID) * GRID) };
  return { position, layout: keepPlaces(shown, parent) };
}

const CARD = { width: 216, height: 60 };

function findPasteParent({ graph }: Arrangement, own: ReadonlyMap<string, string>): string | null {
  const tasks = [...session.getState().selection.tasks];
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
