import type { Point } from '#engine';
import { collapseTask, moveTasks } from '#engine/edit';
import { activeAnalysis, dispatch, session, setDirection } from '../../session/index.ts';
import { keepPlaces } from '../model/places.ts';
import { GRID, toPlace } from '../model/toPosition.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';

/** Draws a container as a card, or open again. */
export function toggleCollapsed(id: string): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const layout = currentLayout();
  dispatch(collapseTask(analysis, { id, isCollapsed: !layout.collapsed.has(id), layout }));
}

/** Keeps where cards were dropped, by node id, relative to their container's border. Cards beside them stay too. */
export function keepMoved(moved: ReadonlyMap<string, Point>): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
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
  const analysis = activeAnalysis('resolved');
  const layout = currentLayout();
  if (!analysis || layout.positions.size === 0) return;
  dispatch(moveTasks(analysis, { positions: new Map(), layout: { ...layout, positions: new Map() } }));
}

/** Turns the flow; cards placed by hand go back to the automatic layout, since they were for the other direction. */
export function turnFlow(): void {
  const direction = currentArrangement()?.direction ?? session.getState().view.direction;
  setDirection(direction === 'right' ? 'down' : 'right');
  layoutAll();
}

/** Moves the selected cards by steps of the grid. */
export function nudgeSelection(step: Point): void {
  const shown = currentArrangement();
  if (!shown) return;
  const moved = [...session.getState().document.selection.tasks].flatMap((id): [string, Point][] => {
    const [box, node] = [shown.boxes.get(id), shown.graph.nodes.get(id)];
    const outer = node?.parent == null ? undefined : shown.boxes.get(node.parent);
    if (!box) return [];
    return [[id, { x: box.x - (outer?.x ?? 0) + step.x * GRID, y: box.y - (outer?.y ?? 0) + step.y * GRID }]];
  });
  if (moved.length > 0) keepMoved(new Map(moved));
}
