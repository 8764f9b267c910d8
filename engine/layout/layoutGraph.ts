import type { Graph } from '../graph/index.ts';
import type { Point } from '../text/index.ts';
import {
  type Block,
  type Box,
  type Lane as BoxLane,
  boundsOf,
  type Rect,
  type Scope,
  type Size,
  snapUp,
} from './Box.ts';
import { type LayoutInput, type LayoutNode, type LayoutOptions, listScopes, toLayoutInput } from './LayoutInput.ts';
import { planLayout } from './planLayout.ts';

/** The place of one card or container: the corner relative to its parent's content corner, in px. */
export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
}

/** Placements by node id. */
export type Placements = ReadonlyMap<string, Placement>;

/** Space between the border of a container and its content, px; `left` and `top` are its content corner. */
export const CONTAINER_INSET = { left: 20, top: 60, right: 20, bottom: 20 } as const;

/** Content area of a container that has no children yet: room to drop the first. */
const EMPTY_CONTENT: Size = { width: 220, height: 60 };

/**
 * The way that the layout leaves free for a line between two nodes of one parent, as long as both are where it placed them:
 * a spot in each rank from one to the other, as long along the flow as the rank is, at its middle across. Relative to the
 * parent's content corner, px.
 */
export interface Lane extends BoxLane {
  /** The places of both ends. */
  readonly from: Point;
  readonly to: Point;
}

/** The result of a layout. */
export interface Places {
  readonly placements: Placements;
  readonly lanes: readonly Lane[];
}

/**
 * Places every visible node, by node id. Containers are sized around their children, from the innermost outwards;
 * children of a collapsed container are omitted. New places lie on the 20 px grid. Deterministic. Takes at most some
 * seconds: what {@link planLayout} finds too dense is arranged plainly.
 * Throws `PlacingMissing` where a card has no place and {@link loadPlacing} was not awaited.
 */
export function layoutGraph(graph: Graph, options: LayoutOptions): Places {
  const input = toLayoutInput(graph, options);
  return runLayout(input, planLayout(input).plain);
}

/**
 * Does the layout that was planned. The scopes in `plain` (ids of containers; null for the top level) are arranged in
 * linear time, smaller ones with care.
 */
export function runLayout(input: LayoutInput, plain: ReadonlySet<string | null>): Places {
  const placements = new Map<string, Placement>();
  const lanes: Lane[] = [];
  const sizes = new Map<string, Size>();
  for (const { parent, nodes, links, gap } of listScopes(input).toReversed()) {
    const boxes = nodes.map((node) => ({ id: node.id, ...(sizes.get(node.id) ?? sizeOfLeaf(node, input)) }));
    const rowWidth = parent === null && input.direction === 'right' ? (input.rowWidth ?? null) : null;
    const stacksAlong = input.direction === 'down';
    const share = parent === null ? (input.share ?? 1) : 1;
    const scope = { boxes, links, gap, stacksAlong, rowWidth, share, isPlain: plain.has(parent) };
    const placed = placeScope(scope, nodes, input);
    for (const [id, rect] of placed.rects) placements.set(id, rect);
    for (const lane of placed.lanes) {
      const [from, to] = [placements.get(lane.source), placements.get(lane.target)];
      if (from && to) lanes.push({ ...lane, from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y } });
    }
    if (parent !== null) sizes.set(parent, sizeOfFrame(input.nodes.get(parent), placed.rects.values()));
  }
  return { placements, lanes };
}

function sizeOfLeaf(node: LayoutNode, { collapsed }: LayoutInput): Size {
  if (collapsed.has(node.id) || !node.isFrame) return node.size;
  return sizeOfFrame(node, [{ x: 0, y: 0, ...EMPTY_CONTENT }]);
}

function sizeOfFrame(node: LayoutNode | undefined, content: Iterable<Rect>): Size {
  const bounds = boundsOf(content);
  const { left, top, right, bottom } = CONTAINER_INSET;
  const least = node?.size ?? EMPTY_CONTENT;
  return {
    width: Math.max(least.width, snapUp(left + bounds.x + bounds.width + right)),
    height: Math.max(least.height, snapUp(top + bounds.y + bounds.height + bottom)),
  };
}

function placeScope(scope: Scope, nodes: readonly LayoutNode[], input: LayoutInput): Block {
  const turn = input.direction === 'down' ? turnRect : keepRect;
  const turned: Scope = {
    ...scope,
    boxes: scope.boxes.map((box): Box => ({ id: box.id, ...sizeOnly(turn({ x: 0, y: 0, ...box })) })),
  };
  const kept = input.mode === 'all' ? new Map<string, Point>() : readPositions(nodes, input.positions);
  const corners = new Map([...kept].map(([id, { x, y }]) => [id, turn({ x, y, width: 0, height: 0 })]));
  const places = keptRects(nodes, input);
  const before = new Map([...places].map(([id, rect]) => [id, turn(rect)]));
  const { rects, lanes } = placeTurned(turned, corners, before);
  return {
    rects: new Map([...rects].map(([id, rect]) => [id, turn(rect)])),
    lanes: lanes.map((lane) => ({ ...lane, spots: lane.spots.map(turn) })),
  };
}

const ORIGIN: Point = { x: 0, y: 0 };

function placeTurned(scope: Scope, corners: ReadonlyMap<string, Point>, kept: ReadonlyMap<string, Rect>): Block {
  if (kept.size > 0) {
    const isSame = scope.boxes.every(({ id, width, height }) => {
      const before = kept.get(id);
      return before !== undefined && width <= before.width && height <= before.height;
    });
    if (!isSame) return loadedPlacing().keepPlaced(scope, { fixed: corners, kept });
    const rects = scope.boxes.map((box): [string, Rect] => {
      const { x, y } = corners.get(box.id) ?? kept.get(box.id) ?? ORIGIN;
      return [box.id, { x, y, width: box.width, height: box.height }];
    });
    return { rects: new Map(rects), lanes: [] };
  }
  const placed = new Map<string, Rect>();
  for (const box of scope.boxes) {
    const corner = corners.get(box.id);
    if (!corner) {
      const { arrangeScope, placeMissing } = loadedPlacing();
      return corners.size === 0 ? arrangeScope(scope) : placeMissing(scope, corners);
    }
    placed.set(box.id, { x: corner.x, y: corner.y, width: box.width, height: box.height });
  }
  return { rects: placed, lanes: [] };
}

/** The positions given for these nodes; inside a container never left of or above its content corner. */
function readPositions(nodes: readonly LayoutNode[], positions: ReadonlyMap<string, Point>): Map<string, Point> {
  const found = new Map<string, Point>();
  for (const node of nodes) {
    const at = positions.get(node.id);
    if (!at) continue;
    found.set(node.id, node.parent === null ? at : { x: Math.max(0, at.x), y: Math.max(0, at.y) });
  }
  return found;
}

/** Those of a scope that stay where the layout had them; none where most of it is new. */
function keptRects(nodes: readonly LayoutNode[], { kept, positions }: LayoutInput): ReadonlyMap<string, Rect> {
  const found = new Map<string, Rect>();
  let missing = 0;
  for (const { id } of nodes) {
    const rect = kept?.get(id);
    if (rect !== undefined) found.set(id, rect);
    else if (!positions.has(id)) missing += 1;
  }
  return missing > nodes.length / 2 ? new Map() : found;
}

function keepRect(rect: Rect): Rect {
  return rect;
}

/** Swaps along and across. */
function turnRect({ x, y, width, height }: Rect): Rect {
  return { x: y, y: x, width: height, height: width };
}

function sizeOnly({ width, height }: Rect): Size {
  return { width, height };
}

type Placing = typeof import('./places.ts');

/** Cards were to be placed before the code for that was loaded: load it, then repeat the whole operation. */
export class PlacingMissing extends Error {
  override readonly name = 'PlacingMissing';
  override readonly message = 'The code that places cards has not been loaded.';
}

/** The code that places cards, once it has been loaded: the one state of this module. */
const loaded: { placing: Placing | null } = { placing: null };

/** Loads the code that finds places, with the library that ranks: large, and not needed where everything has a place. */
export async function loadPlacing(): Promise<void> {
  loaded.placing ??= await import('./places.ts');
}

/** The code that finds places. Throws {@link PlacingMissing}. */
function loadedPlacing(): Placing {
  if (loaded.placing === null) throw new PlacingMissing();
  return loaded.placing;
}
