import type { Graph, GraphNode, Layout, Point } from '#engine';
import {
  isFrame,
  type Lane,
  type LayoutInput,
  type LayoutPlan,
  type Placement,
  type Places,
  planLayout,
  runLayout,
  toLayoutInput,
} from '#engine/layout';
import { runsInOrder } from '#engine/model';
import type { Box } from '../route/Line.ts';
import { cardSize, type Size } from './cardSize.ts';
import type { Direction } from './direction.ts';
import { roomForWords } from './labels.ts';
import { endsBySource, inferDirection, roomForEnds } from './placeEnds.ts';
import { toPosition } from './toPosition.ts';

export type { Box };

/** A graph with everything in its place. */
export interface Arrangement {
  readonly graph: Graph;
  readonly direction: Direction;
  readonly layout: Layout;
  /** What the places rest on. */
  readonly shape: string;
  /** As the layout has them: relative to the container's content corner; cards with the room their ends take. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** The ways that the layout leaves free for lines, as it has them. */
  readonly lanes: readonly Lane[];
  /** What is drawn, on the canvas as a whole. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** True where some of it was too dense to be arranged with care. */
  readonly isPlain: boolean;
}

/** An arrangement that is still to be made: everything but the places. */
export interface ArrangementPlan
  extends Pick<Arrangement, 'graph' | 'direction' | 'layout' | 'shape' | 'isPlain' | 'lanes'> {
  /** What the places depend on. */
  readonly input: LayoutInput;
  readonly plan: LayoutPlan;
}

/** A row of cards in a flow to the right, px: in a window 1440 wide it is read at 87 % and more. */
const ROW_WIDTH = 1500;

/** A layout of more effort (ms of a slow machine) is not made on the page. */
export const QUICK_EFFORT = 400;

/**
 * Places a graph by what the user arranged, and the rest automatically, in the direction wanted for it. `before` are the
 * arrangements of the same file a moment ago, the newest first: nothing is placed again where the graph has a shape that it had,
 * and else only what is new, or in the way of that.
 */
export function arrangeGraph(
  graph: Graph,
  layout: Layout,
  wanted: Direction,
  before: readonly Arrangement[] = [],
): Arrangement {
  const planned = planArrangement(graph, layout, wanted, before);
  return isArranged(planned) ? planned : finishArrangement(planned, runLayout(planned.input, planned.plan.plain));
}

/** What is known of a graph of which more is still read. */
export interface KnownPart {
  readonly graph: Graph;
  /** The part of its tasks, from 0 to 1. */
  readonly share: number;
}

/** Places the first tasks of a graph in little time, about where they are once all of it is known. */
export function arrangeBeginning({ graph, share }: KnownPart, layout: Layout, wanted: Direction): Arrangement {
  const planned = planFresh(graph, layout, measureGraph(graph, layout, wanted));
  const { input, plan } = planned;
  const plain = plan.effort > QUICK_EFFORT ? new Set([null, ...input.nodes.keys()]) : plan.plain;
  return finishArrangement(planned, runLayout({ ...input, share }, plain));
}

/** What {@link arrangeGraph} would do, without doing it; the arrangement itself where nothing has to be placed again. */
export function planArrangement(
  graph: Graph,
  layout: Layout,
  wanted: Direction,
  before: readonly Arrangement[] = [],
): Arrangement | ArrangementPlan {
  const measured = measureGraph(graph, layout, wanted);
  const same = before.find(({ shape }) => shape === measured.shape);
  if (same !== undefined) return { ...same, graph, layout };
  const fresh = planFresh(graph, layout, measured);
  const [last] = before;
  if (last === undefined || last.direction !== fresh.direction || isReset(last.layout, layout)) return fresh;
  const input = { ...fresh.input, kept: keptPlaces(last, fresh) };
  return { ...fresh, input, plan: planLayout(input), lanes: last.lanes, isPlain: fresh.isPlain && last.isPlain };
}

/**
 * The places of cards that stay: those in the container where they were, unless they are given back to the automatic layout. In
 * a list whose order changed none does, so that it is read in its order.
 */
function keptPlaces(
  last: Arrangement,
  { graph, layout }: Pick<Arrangement, 'graph' | 'layout'>,
): ReadonlyMap<string, Placement> {
  const kept = new Map<string, Placement>();
  const isReordered = new Set<string>();
  for (const node of graph.nodes.values())
    if (runsInOrder(node.task.type) && !isSorted(node, last.graph.nodes.get(node.id))) isReordered.add(node.id);
  const former = formerIds(graph, last.graph);
  for (const { id, parent } of graph.nodes.values()) {
    const was = former.get(id) ?? id;
    const place = last.placements.get(was);
    if (place === undefined || last.graph.nodes.get(was)?.parent !== (former.get(parent ?? '') ?? parent)) continue;
    if (last.layout.positions.has(was) && !layout.positions.has(id)) continue;
    if (parent === null || !isReordered.has(parent)) kept.set(id, place);
  }
  return kept;
}

/** The ids that tasks had before they got others, by their present ids: those that are where another one was in the text. */
function formerIds(graph: Graph, before: Graph): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const { id, task } of before.nodes.values()) if (!graph.nodes.has(id)) gone.set(task.path.join('/'), id);
  const former = new Map<string, string>();
  if (gone.size === 0) return former;
  for (const { id, task } of graph.nodes.values()) {
    const was = before.nodes.has(id) ? undefined : gone.get(task.path.join('/'));
    if (was !== undefined) former.set(id, was);
  }
  return former;
}

/** Whether the children that a container had before are in the same order. */
function isSorted({ children }: GraphNode, before: GraphNode | undefined): boolean {
  const indices = children.map((id) => before?.children.indexOf(id) ?? -1).filter((index) => index >= 0);
  return indices.every((index, at) => at === 0 || index > (indices[at - 1] ?? 0));
}

/** What the places of a graph rest on. */
interface Measured {
  readonly direction: Direction;
  readonly sizes: ReadonlyMap<string, Size>;
  readonly shape: string;
}

function measureGraph(graph: Graph, layout: Layout, wanted: Direction): Measured {
  const direction = inferDirection(graph, layout.positions) ?? wanted;
  const sizes = measureNodes(graph, direction);
  return { direction, sizes, shape: describeShape(graph, sizes, { layout, direction }) };
}

/** The arrangement of a graph of which nothing was placed before. */
function planFresh(graph: Graph, layout: Layout, { direction, sizes, shape }: Measured): ArrangementPlan {
  const input = toLayoutInput(graph, {
    direction,
    sizeOf: (node) => sizes.get(node.id) ?? cardSize(node.task, direction),
    roomOf: (edge) => roomForWords(edge, direction),
    positions: layout.positions,
    collapsed: layout.collapsed,
    rowWidth: ROW_WIDTH,
    mode: 'missing',
  });
  const plan = planLayout(input);
  return { graph, direction, layout, shape, lanes: [], input, plan, isPlain: plan.plain.size > 0 };
}

/** Whether all cards were given back to the automatic layout. */
function isReset(before: Layout, now: Layout): boolean {
  return before.positions.size > 0 && now.positions.size === 0;
}

/** Whether it is an arrangement, not the plan of one. */
export function isArranged(planned: Arrangement | ArrangementPlan): planned is Arrangement {
  return 'placements' in planned;
}

/** The arrangement that was planned, with its places. */
export function finishArrangement(planned: ArrangementPlan, { placements, lanes: made }: Places): Arrangement {
  const { graph, direction, layout, shape, isPlain } = planned;
  const lanes = [...planned.lanes, ...made];
  return { graph, direction, layout, shape, isPlain, placements, lanes, boxes: toBoxes(planned, placements) };
}

function measureNodes(graph: Graph, direction: Direction): ReadonlyMap<string, Size> {
  const ends = endsBySource(graph);
  return new Map(
    [...graph.nodes.values()].map((node: GraphNode) => {
      const own = isFrame(node) ? undefined : ends.get(node.id);
      const size = cardSize(node.task, direction);
      return [node.id, own ? roomForEnds(size, own, direction) : size];
    }),
  );
}

/** Everything the places rest on, as text: equal text, equal places. */
function describeShape(
  graph: Graph,
  sizes: ReadonlyMap<string, Size>,
  { layout, direction }: Pick<Arrangement, 'layout' | 'direction'>,
): string {
  const nodes = [...graph.nodes.values()].map((node) => {
    const { width, height } = sizes.get(node.id) ?? cardSize(node.task, direction);
    return [node.id, node.parent, node.isStart, isFrame(node), width, height].join();
  });
  const edges = graph.edges.map(({ id, isDangling }) => `${id}${isDangling ? '?' : ''}`);
  const places = [...layout.positions].map(([id, { x, y }]) => [id, x, y].join());
  return [direction, nodes.join(';'), edges.join(';'), places.join(';'), [...layout.collapsed].join()].join('\n');
}

function toBoxes(
  { graph, direction, layout: { collapsed } }: ArrangementPlan,
  placements: ReadonlyMap<string, Placement>,
): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const node of graph.nodes.values()) {
    const placement = placements.get(node.id);
    if (!placement) continue;
    const corner = toPosition(placement, node.parent);
    const outer = node.parent === null ? undefined : boxes.get(node.parent);
    const { width, height } = isFrame(node) && !collapsed.has(node.id) ? placement : cardSize(node.task, direction);
    boxes.set(node.id, { x: corner.x + (outer?.x ?? 0), y: corner.y + (outer?.y ?? 0), width, height });
  }
  return boxes;
}

/** The smallest box around all; of none, an empty one at the origin. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Up to so many tasks and lines are drawn as a whole, wherever the view is. */
const WHOLE = { cards: 400, lines: 800 };

/** Whether a graph is small enough to be drawn as a whole. */
export function isDrawnWhole({ graph }: Pick<Arrangement, 'graph'>): boolean {
  return graph.nodes.size <= WHOLE.cards && graph.edges.length <= WHOLE.lines;
}

/** The innermost open container at a point of the canvas; null at the top. */
export function findFrameAt(shown: Arrangement, point: Point): string | null {
  return findContainerAt(shown, point, (id) => !shown.layout.collapsed.has(id));
}

/** The innermost container at a point of the canvas, of those that count; null at the top. */
export function findContainerAt(
  { graph, boxes }: Arrangement,
  { x, y }: Point,
  counts: (id: string) => boolean,
): string | null {
  let found: string | null = null;
  for (const [id, box] of boxes) {
    const node = graph.nodes.get(id);
    if (!node || !isFrame(node) || !counts(id)) continue;
    const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    if (isInside) found = id;
  }
  return found;
}
