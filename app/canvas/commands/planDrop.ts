import { nameTask, type Point } from '#engine';
import { listCutConnections, moveTasksTo } from '#engine/edit';
import { runsInOrder, runsTogether } from '#engine/model';
import { activeAnalysis, dispatch } from '../../session/index.ts';
import { type Arrangement, type Box, findContainerAt } from '../model/arrangeGraph.ts';
import { isWithin } from '../model/isWithin.ts';
import { hasKeptPlaces, keepPlaces } from '../model/places.ts';
import { toPlace } from '../model/toPosition.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import type { DropPreview } from '../state/canvasView.ts';
import { describeCuts } from './describeCuts.ts';
import { moveNotes, withNotes } from './notes.ts';

/** Cards that are dragged. */
export interface Dragged {
  /** Their corners on the canvas as a whole, by node id. */
  readonly corners: ReadonlyMap<string, Point>;
  /** The pointer on the canvas as a whole. */
  readonly pointer: Point;
}

/** What letting go would write into the text. */
export interface DropPlan {
  /** The container that takes the cards; the top when null. */
  readonly parent: string | null;
  readonly index: number | undefined;
  /** Whether lines across its border have to be reconnected. */
  readonly heal: boolean;
  readonly preview: DropPreview;
}

/**
 * What happens when dragged cards are dropped: into a container, out of one, or to another place in a list whose order is
 * the order of running. Null where only the layout changes.
 */
export function planDrop({ corners, pointer }: Dragged): DropPlan | null {
  const shown = currentArrangement();
  const analysis = activeAnalysis('resolved');
  if (!shown || !analysis) return null;
  const dragged = new Set(tasksIn(shown, corners));
  if (dragged.size === 0) return null;
  const parent = findContainerAt(shown, pointer, (id) => !isWithin(shown.graph, id, dragged));
  const isSame = [...dragged].every((id) => (shown.graph.nodes.get(id)?.parent ?? null) === parent);
  const isOpen = parent !== null && !shown.layout.collapsed.has(parent);
  const slot = isOpen ? findSlot(shown, { parent, point: pointer, dragged }) : null;
  if (isSame && !(slot && isReordered(shown, { parent, index: slot.index, dragged }))) return null;
  const args = { ids: [...dragged], parent, index: slot?.index };
  const plain = moveTasksTo(analysis, args);
  const healed = plain.ok ? plain : moveTasksTo(analysis, { ...args, heal: true });
  const reason = healed.ok ? null : healed.error.message;
  const isOrdered = slot !== null && isListInOrder(shown, parent);
  const step = isOrdered && slot ? countBefore(shown, { parent, index: slot.index, dragged }) + 1 : null;
  const cuts = plain.ok ? null : describeCuts(shown.graph, listCutConnections(analysis, args));
  const text = describeDrop({ name: nameOf(shown, parent), step, isSame, cuts });
  const bar = slot && (isOrdered || !hasKeptPlaces(shown, parent)) ? slot.bar : null;
  return {
    parent,
    index: slot?.index,
    heal: !plain.ok,
    preview: { reason, slot: reason === null ? bar : null, at: pointer, text: reason ?? text },
  };
}

/** Writes what was planned, as one step; a refusal is shown. Cards stay where they were dropped, unless their container places its own. */
export function dropTasks({ corners }: Dragged, { parent, index, heal }: DropPlan): boolean {
  const [shown, analysis] = [currentArrangement(), activeAnalysis('resolved')];
  if (!shown || !analysis) return false;
  const isPlaced = parent === null || hasKeptPlaces(shown, parent);
  const layout = isPlaced ? keepPlaces(shown, parent) : currentLayout();
  const ids = tasksIn(shown, corners);
  const positions = isPlaced
    ? placesIn(shown, parent, new Map([...corners].filter(([id]) => ids.includes(id))))
    : undefined;
  const answer = moveTasksTo(analysis, { ids, parent, index, heal, layout, positions });
  return dispatch(withNotes(answer, moveNotes(corners), layout));
}

/** Of what is dragged, tasks: notes are in no container. */
function tasksIn({ graph }: Arrangement, corners: Dragged['corners']): readonly string[] {
  return [...corners.keys()].filter((id) => graph.nodes.has(id));
}

function placesIn(shown: Arrangement, parent: string | null, corners: Dragged['corners']): ReadonlyMap<string, Point> {
  const outer = parent === null ? undefined : shown.boxes.get(parent);
  return new Map(
    [...corners].map(([id, corner]) => {
      const { x, y } = toPlace({ x: corner.x - (outer?.x ?? 0), y: corner.y - (outer?.y ?? 0) }, parent);
      return [id, parent === null ? { x, y } : { x: Math.max(0, x), y: Math.max(0, y) }];
    }),
  );
}

interface DropSlot {
  readonly parent: string | null;
  readonly index: number;
  readonly dragged: ReadonlySet<string>;
}

/** Whether cards of a list that runs in order, and places its cards itself, would move to another position in it. */
function isReordered(shown: Arrangement, place: DropSlot): boolean {
  if (place.parent === null || !isListInOrder(shown, place.parent) || hasKeptPlaces(shown, place.parent)) return false;
  const children = shown.graph.nodes.get(place.parent)?.children ?? [];
  const first = children.findIndex((id) => place.dragged.has(id));
  const isOne = children.slice(first, first + place.dragged.size).every((id) => place.dragged.has(id));
  return !isOne || countBefore(shown, place) !== first;
}

/** How many cards that stay come before a place of a list. */
function countBefore({ graph }: Arrangement, { parent, index, dragged }: DropSlot): number {
  const children = graph.nodes.get(parent ?? '')?.children ?? [];
  return children.slice(0, index).filter((id) => !dragged.has(id)).length;
}

/** Composites and the body of a collection run their list in order (format.md 4). */
function isListInOrder({ graph }: Arrangement, parent: string | null): boolean {
  return runsInOrder(graph.nodes.get(parent ?? '')?.task.type);
}

function nameOf({ graph }: Arrangement, id: string | null): string | null {
  return id !== null && graph.nodes.has(id) ? nameTask(graph, id) : null;
}

interface Description {
  /** Of the container; null at the top. */
  readonly name: string | null;
  readonly step: number | null;
  readonly isSame: boolean;
  /** What becomes of connections; null where they stay. */
  readonly cuts: string | null;
}

function describeDrop({ name, step, isSame, cuts }: Description): string {
  const after = cuts === null ? '' : ` · ${cuts}`;
  if (name === null) return `Out of its container${after}`;
  if (isSame) return `Step ${step ?? 1} of ${name}`;
  return `Into ${name}${step === null ? '' : `, as step ${step}`}${after}`;
}

/** A place in the list of a container. */
interface ListSlot {
  /** Index of the child it precedes, from 0; the length of the list for its end. */
  readonly index: number;
  /** A bar between the two cards it lies between, on the canvas as a whole. */
  readonly bar: Box;
}

/** Thickness of the bar, and its distance from the first and the last card, px. */
const BAR = { size: 4, aside: 14 };

/**
 * The place in a container's list that a point lies nearest to. The list runs the way its cards are spread: with one
 * card, as the flow does, and in a parallel across it. Null without other cards.
 * @param dragged ids that are on their way: they hold no place
 */
export function findSlot(
  { graph, boxes, direction }: Arrangement,
  { parent, point, dragged }: { parent: string; point: Point; dragged: ReadonlySet<string> },
): ListSlot | null {
  const container = graph.nodes.get(parent);
  const cards = (container?.children ?? []).flatMap((id, index) => {
    const box = boxes.get(id);
    return box && !dragged.has(id) ? [{ index, box }] : [];
  });
  const [first, ...more] = cards;
  if (!first) return null;
  const isAlong = (direction === 'right') !== runsTogether(container?.task.type);
  const isAcross = more.length === 0 ? isAlong : isSpreadAcross(cards.map(({ box }) => box));
  const at = isAcross ? point.x : point.y;
  const next = cards.find(({ box }) => at < (isAcross ? box.x + box.width / 2 : box.y + box.height / 2));
  const previous = cards.findLast(({ index }) => next === undefined || index < next.index);
  return {
    index: next?.index ?? (previous?.index ?? -1) + 1,
    bar: barBetween(previous?.box, next?.box, isAcross),
  };
}

function isSpreadAcross(boxes: readonly Box[]): boolean {
  return spread(boxes.map(({ x, width }) => x + width / 2)) >= spread(boxes.map(({ y, height }) => y + height / 2));
}

function barBetween(a: Box | undefined, b: Box | undefined, isAcross: boolean): Box {
  const one = a ?? b ?? { x: 0, y: 0, width: 0, height: 0 };
  const other = b ?? one;
  if (!isAcross) {
    const bar = barBetween(a && turn(a), b && turn(b), true);
    return turn(bar);
  }
  const middle = a && b ? (a.x + a.width + b.x) / 2 : a ? a.x + a.width + BAR.aside : one.x - BAR.aside;
  const top = Math.min(one.y, other.y);
  const height = Math.max(one.y + one.height, other.y + other.height) - top;
  return { x: middle - BAR.size / 2, y: top, width: BAR.size, height };
}

function spread(middles: readonly number[]): number {
  return Math.max(...middles) - Math.min(...middles);
}

function turn({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
