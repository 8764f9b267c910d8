import type { Graph, GraphNode } from '../graph/index.ts';
import type { Point } from '../text/index.ts';
import { type Box, boundsOf, type Rect, type Scope, type Size, snapUp } from './Box.ts';
import { liftLinks } from './liftLinks.ts';
import { loadedPlacing } from './placing.ts';

/** How to lay out, and what has a place already. */
export interface LayoutOptions {
  /** Where the flow runs to. */
  readonly direction: 'right' | 'down';
  /** Size of a card; of a container, the least size it has and the size it has while collapsed. */
  readonly sizeOf: (node: GraphNode) => Size;
  /** Top-left corners the person chose, by node id, as in `Layout`. */
  readonly positions: ReadonlyMap<string, Point>;
  /** Node ids of containers drawn without their inside. */
  readonly collapsed: ReadonlySet<string>;
  /** `missing` keeps every position given and places the rest near its neighbours; `all` places everything anew. */
  readonly mode: 'missing' | 'all';
}

/** Where one card or container stands: the corner relative to its parent's content corner, in px. */
export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
}

/** Space between the border of a container and its content, px; `left` and `top` are its content corner. */
export const CONTAINER_INSET = { left: 20, top: 60, right: 20, bottom: 20 } as const;

/** Content area of a container that has no children yet: room to drop the first. */
const EMPTY_CONTENT: Size = { width: 220, height: 60 };

const TOP_GAP = 40;
const INNER_GAP = 20;

/**
 * True when a node is drawn as a frame with its children inside: it has children, or it is a container that neither
 * runs a `use` of its own nor is imported.
 */
export function isFrame(node: GraphNode): boolean {
  if (node.children.length > 0) return true;
  const { type, use } = node.task;
  return (type === 'parallel' || type === 'composite' || type === 'collection') && !use && !node.task.import;
}

/**
 * Places every visible node, by node id. Containers are sized around their children, from the innermost outwards;
 * children of a collapsed container are left out. New places lie on the 20 px grid. Deterministic.
 * Throws `PlacingMissing` where a card has no place and {@link loadPlacing} was not awaited.
 */
export function layoutGraph(graph: Graph, options: LayoutOptions): ReadonlyMap<string, Placement> {
  const links = liftLinks(graph);
  const placements = new Map<string, Placement>();
  const sizes = new Map<string, Size>();
  const scopes = listScopes(graph, options.collapsed);
  for (const parent of scopes.toReversed()) {
    const nodes = childrenOf(graph, parent);
    const boxes = nodes.map((node) => ({ id: node.id, ...(sizes.get(node.id) ?? sizeOfLeaf(node, options)) }));
    const isTop = parent === null;
    const scope = { boxes, links: links.get(parent) ?? [], gap: isTop ? TOP_GAP : INNER_GAP, stacksAlong: false };
    const placed = placeScope(scope, nodes, options);
    for (const [id, rect] of placed) placements.set(id, rect);
    if (!isTop) sizes.set(parent, sizeOfFrame(graph.nodes.get(parent), placed.values(), options));
  }
  return placements;
}

/** The top level and every open container, outer before inner. */
function listScopes(graph: Graph, collapsed: ReadonlySet<string>): (string | null)[] {
  const scopes: (string | null)[] = [null];
  for (let index = 0; index < scopes.length; index += 1) {
    for (const node of childrenOf(graph, scopes[index] ?? null)) {
      if (node.children.length > 0 && !collapsed.has(node.id)) scopes.push(node.id);
    }
  }
  return scopes;
}

/** Children in document order; the start comes first. */
function childrenOf(graph: Graph, parent: string | null): GraphNode[] {
  const nodes =
    parent === null
      ? [...graph.nodes.values()].filter((node) => node.parent === null)
      : (graph.nodes.get(parent)?.children ?? []).flatMap((id) => graph.nodes.get(id) ?? []);
  return [...nodes.filter((node) => node.isStart), ...nodes.filter((node) => !node.isStart)];
}

function sizeOfLeaf(node: GraphNode, options: LayoutOptions): Size {
  if (options.collapsed.has(node.id) || !isFrame(node)) return options.sizeOf(node);
  return sizeOfFrame(node, [{ x: 0, y: 0, ...EMPTY_CONTENT }], options);
}

function sizeOfFrame(node: GraphNode | undefined, content: Iterable<Rect>, options: LayoutOptions): Size {
  const bounds = boundsOf(content);
  const { left, top, right, bottom } = CONTAINER_INSET;
  const least = node ? options.sizeOf(node) : EMPTY_CONTENT;
  return {
    width: Math.max(least.width, snapUp(left + bounds.x + bounds.width + right)),
    height: Math.max(least.height, snapUp(top + bounds.y + bounds.height + bottom)),
  };
}

function placeScope(scope: Scope, nodes: readonly GraphNode[], options: LayoutOptions): Map<string, Placement> {
  const turn = options.direction === 'down' ? turnRect : keepRect;
  const turned: Scope = {
    ...scope,
    boxes: scope.boxes.map((box): Box => ({ id: box.id, ...sizeOnly(turn({ x: 0, y: 0, ...box })) })),
    stacksAlong: options.direction === 'down',
  };
  const kept = options.mode === 'all' ? new Map<string, Point>() : readPositions(nodes, options.positions);
  const corners = new Map([...kept].map(([id, { x, y }]) => [id, turn({ x, y, width: 0, height: 0 })]));
  const placed = placeTurned(turned, corners);
  return new Map([...placed].map(([id, rect]) => [id, turn(rect)]));
}

function placeTurned(scope: Scope, corners: ReadonlyMap<string, Point>): ReadonlyMap<string, Rect> {
  const placed = new Map<string, Rect>();
  for (const box of scope.boxes) {
    const corner = corners.get(box.id);
    if (!corner) {
      const { arrangeScope, placeMissing } = loadedPlacing();
      return corners.size === 0 ? arrangeScope(scope) : placeMissing(scope, corners);
    }
    placed.set(box.id, { x: corner.x, y: corner.y, width: box.width, height: box.height });
  }
  return placed;
}

/** The positions given for these nodes; inside a container never left of or above its content corner. */
function readPositions(nodes: readonly GraphNode[], positions: ReadonlyMap<string, Point>): Map<string, Point> {
  const found = new Map<string, Point>();
  for (const node of nodes) {
    const at = positions.get(node.id);
    if (!at) continue;
    found.set(node.id, node.parent === null ? at : { x: Math.max(0, at.x), y: Math.max(0, at.y) });
  }
  return found;
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
