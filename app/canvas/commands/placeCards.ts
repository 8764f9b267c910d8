import type { Point } from '#engine';
import { collapseTask, keepLayout, moveTasks } from '#engine/edit';
import { isFrame } from '#engine/layout';
import { activeAnalysis, dispatch, session, setDirection } from '../../session/index.ts';
import { keepPlaces } from '../model/places.ts';
import { noteNodeId } from '../model/toFlowNodes.ts';
import { GRID, toPlace } from '../model/toPosition.ts';
import { arrangeAnew, currentArrangement, currentLayout } from '../state/arrangement.ts';
import { framedTasks, readSelected } from './frames.ts';
import { keepNotes, moveNotes, selectedNotes, withNotes } from './notes.ts';

/** Draws a container as a card, or open again. */
export function toggleCollapsed(id: string): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const layout = currentLayout();
  dispatch(collapseTask(analysis, { id, isCollapsed: !layout.collapsed.has(id), layout }));
}

/** Draws all containers as cards, or all of them open, as one step. */
export function foldAll(isCollapsed: boolean): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  if (!analysis || !shown) return;
  const { graph, layout } = shown;
  const frames = [...graph.nodes.values()].filter((node) => isFrame(node)).map(({ id }) => id);
  const changing = frames.filter((id) => layout.collapsed.has(id) !== isCollapsed);
  const collapsed = new Set(isCollapsed ? [...layout.collapsed, ...frames] : []);
  if (changing.length > 0)
    dispatch(keepLayout(analysis.path, { origin: `foldAll:${isCollapsed}`, layout: { ...layout, collapsed } }));
}

/** Gives the selected cards back to the automatic layout, as one step. The others stay where they are. */
export function layoutSelection(): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  const ids = readSelected();
  if (!analysis || !shown || ids.length === 0) return;
  const levels = new Set(ids.map((id) => shown.graph.nodes.get(id)?.parent ?? null));
  let layout = shown.layout;
  for (const level of levels) layout = keepPlaces({ ...shown, layout }, level);
  const positions = new Map([...layout.positions].filter(([id]) => !ids.includes(id)));
  dispatch(keepLayout(analysis.path, { origin: 'layoutSelection', layout: { ...layout, positions } }));
}

/** Keeps where cards and notes were dropped, by node id, relative to their container's border. Cards next to them stay too. */
export function keepMoved(moved: ReadonlyMap<string, Point>): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  if (!analysis || !shown) return;
  const notes = moveNotes(moved);
  const positions = new Map<string, Point>();
  let layout = shown.layout;
  const kept = new Set<string | null>();
  for (const [id, position] of moved) {
    if (!shown.graph.nodes.has(id)) continue;
    const parent = shown.graph.nodes.get(id)?.parent ?? null;
    const { x, y } = toPlace(position, parent);
    const before = shown.placements.get(id);
    if (before?.x === x && before.y === y) continue;
    if (!kept.has(parent)) layout = keepPlaces({ ...shown, layout }, parent);
    kept.add(parent);
    positions.set(id, parent === null ? { x, y } : { x: Math.max(0, x), y: Math.max(0, y) });
  }
  if (positions.size > 0) dispatch(withNotes(moveTasks(analysis, { positions, layout }), notes));
  else keepNotes(`note.move:${[...moved.keys()].join()}`, notes);
}

/** Gives all cards back to the automatic layout, as one step, and has it place them all again. */
export function layoutAll(): void {
  const analysis = activeAnalysis('resolved');
  const layout = currentLayout();
  if (!analysis) return;
  arrangeAnew();
  if (layout.positions.size === 0) return;
  dispatch(moveTasks(analysis, { positions: new Map(), layout: { ...layout, positions: new Map() } }));
}

/** Turns the flow; cards placed by hand go back to the automatic layout, since they were for the other direction. */
export function turnFlow(): void {
  const direction = currentArrangement()?.direction ?? session.getState().view.direction;
  setDirection(direction === 'right' ? 'down' : 'right');
  layoutAll();
}

/** Moves the selected cards, notes and frames, these with their cards, by steps of the grid. */
export function nudgeSelection(step: Point): void {
  const shown = currentArrangement();
  if (!shown) return;
  const ids = new Set([...session.getState().document.selection.tasks, ...framedTasks()]);
  const moved = [...ids].flatMap((id): [string, Point][] => {
    const [box, node] = [shown.boxes.get(id), shown.graph.nodes.get(id)];
    const outer = node?.parent == null ? undefined : shown.boxes.get(node.parent);
    if (!box) return [];
    return [[id, { x: box.x - (outer?.x ?? 0) + step.x * GRID, y: box.y - (outer?.y ?? 0) + step.y * GRID }]];
  });
  const notes = selectedNotes().map(({ id, x, y }): [string, Point] => {
    return [noteNodeId(id), { x: x + step.x * GRID, y: y + step.y * GRID }];
  });
  if (moved.length + notes.length > 0) keepMoved(new Map([...moved, ...notes]));
}
