import type { Analysis, Layout, Point } from '#engine';
import { addTask, fillDraft, insertOnEdge, newTaskId, type TaskDraft } from '#engine/edit';
import { activeAnalysis, dispatch, port, select } from '../../session/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { hasKeptPlaces, keepPlaces } from '../model/places.ts';
import { GRID, toPlace } from '../model/toPosition.ts';
import { currentArrangement } from '../state/arrangement.ts';
import type { PickPlace } from '../state/canvasView.ts';

/** The size a new card is placed by, px. */
const CARD = { width: 216, height: 60 };

/** Writes a new task where it was picked or dropped, selects it and gives the canvas the keys. `point` is on the canvas as a whole. */
export function addDraft(draft: TaskDraft, place: PickPlace, point: Point | null): boolean {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  if (!analysis || !shown) return false;
  const id = newTaskId(analysis, draft);
  const isDone = dispatch(toAddition(analysis, { ...draft, shown, place, point }));
  if (!isDone) return false;
  select({ tasks: [id], origin: 'canvas' });
  requestAnimationFrame(() => port('canvas')?.focus());
  return true;
}

type Addition = TaskDraft & { readonly shown: Arrangement; readonly place: PickPlace; readonly point: Point | null };

function toAddition(analysis: Analysis, { shown, place, point, ...given }: Addition) {
  const draft = fillDraft(analysis, given, toDraftPlace(analysis, place));
  if (place.kind === 'edge') return insertOnEdge(analysis, { ...draft, edgeId: place.edgeId });
  const parent = place.kind === 'free' ? place.parent : (shown.graph.nodes.get(place.source)?.parent ?? null);
  const spot = point && staysDropped(shown, place) ? toSpot(shown, parent, point) : {};
  if (place.kind === 'free') return addTask(analysis, { ...draft, parent, ...spot });
  return addTask(analysis, {
    ...draft,
    after: { source: place.source, via: place.via, instead: place.instead },
    ...spot,
  });
}

/** What leads to a task that is added there. */
function toDraftPlace({ graph }: Analysis, place: PickPlace): Parameters<typeof fillDraft>[2] {
  if (place.kind === 'free') return { source: null, parent: place.parent };
  const edge = place.kind === 'edge' ? graph.edges.find(({ id }) => id === place.edgeId) : place;
  return { source: edge?.source ?? null, via: edge?.via, parent: null };
}

/** Whether a task that is added at a point stays there: not on a line, nor in a container that places its cards itself. */
export function staysDropped(shown: Arrangement, place: PickPlace): boolean {
  if (place.kind === 'edge') return false;
  const parent = place.kind === 'free' ? place.parent : (shown.graph.nodes.get(place.source)?.parent ?? null);
  return (parent === null && shown.graph.nodes.size > 0) || hasKeptPlaces(shown, parent);
}

/** The box of a new card around a point of the canvas as a whole, on the grid. */
export function cardCorner({ x, y }: Point): Point & typeof CARD {
  return { x: snap(x - CARD.width / 2), y: snap(y - CARD.height / 2), ...CARD };
}

function snap(length: number): number {
  return Math.round(length / GRID) * GRID;
}

/** A card's corner around a point of the canvas, on the grid, with the layout that keeps the others where they are. */
function toSpot(shown: Arrangement, parent: string | null, point: Point): { position: Point; layout: Layout } {
  const outer = parent === null ? undefined : shown.boxes.get(parent);
  const corner = { x: point.x - (outer?.x ?? 0) - CARD.width / 2, y: point.y - (outer?.y ?? 0) - CARD.height / 2 };
  const { x, y } = toPlace(corner, parent);
  const least = parent === null ? -Infinity : 0;
  const position = { x: Math.max(least, snap(x)), y: Math.max(least, snap(y)) };
  return { position, layout: keepPlaces(shown, parent) };
}
