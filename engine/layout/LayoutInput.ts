import type { Graph, GraphEdge, GraphNode } from '../graph/index.ts';
import { type EdgeVia, holdsTasks, roleOf } from '../model/index.ts';
import type { Point } from '../text/index.ts';
import type { Link, Rect, Size } from './Box.ts';

/** How to lay out, and what has a place already. */
export interface LayoutOptions {
  /** Where the flow runs to. */
  readonly direction: 'right' | 'down';
  /** Size of a card; of a container, the least size it has and the size it has while collapsed. */
  readonly sizeOf: (node: GraphNode) => Size;
  /** Room along the flow that the words on a line take, px; without it none take any. */
  readonly roomOf?: (edge: GraphEdge) => number;
  /** Top-left corners the person chose, by node id, as in `Layout`. */
  readonly positions: ReadonlyMap<string, Point>;
  /** Node ids of containers drawn without their inside. */
  readonly collapsed: ReadonlySet<string>;
  /**
   * The longest row at the top level, px, in a flow that runs right: a line that is longer is broken into rows where it
   * can be. Without it lines are never broken.
   */
  readonly rowWidth?: number;
  /** The part of the cards that is known so far, from 0 to 1: a plain arrangement is made as wide as for all of them. */
  readonly share?: number;
  /** `missing` keeps every position given and places the rest near its neighbours; `all` places everything again. */
  readonly mode: 'missing' | 'all';
}

/** One task as the layout sees it: `size` is the least size of a container, and the size of any other card. */
export interface LayoutNode {
  readonly id: string;
  readonly parent: string | null;
  readonly children: readonly string[];
  readonly isStart: boolean;
  readonly isFrame: boolean;
  readonly size: Size;
}

/** One line as the layout sees it. */
export interface LayoutEdge {
  readonly source: string;
  readonly target: string;
  /** True when it leaves the main line: errors, timeouts, hooks and what starts next to a task. */
  readonly isAside: boolean;
  /** Room along the flow that its words take, px. */
  readonly room: number;
}

/** Everything a layout depends on, as plain data that can be sent to another thread. */
export interface LayoutInput extends Omit<LayoutOptions, 'sizeOf' | 'roomOf'> {
  /**
   * Where the layout had cards a moment ago, by node id: they stay there, except where what is new or larger needs room.
   * Those of a container of which most are new are arranged again.
   */
  readonly kept?: ReadonlyMap<string, Rect>;
  /** By node id, in document order, containers before their children. */
  readonly nodes: ReadonlyMap<string, LayoutNode>;
  /** Only lines between two nodes. */
  readonly edges: readonly LayoutEdge[];
}

/** Reads from a graph what its layout depends on. */
export function toLayoutInput(graph: Graph, { sizeOf, roomOf, ...options }: LayoutOptions): LayoutInput {
  const nodes = new Map<string, LayoutNode>();
  for (const node of graph.nodes.values()) {
    const { id, parent, children, isStart } = node;
    const { width, height } = sizeOf(node);
    nodes.set(id, { id, parent, children, isStart, isFrame: isFrame(node), size: { width, height } });
  }
  const edges: LayoutEdge[] = [];
  for (const edge of graph.edges) {
    const { source, target, via } = edge;
    if (!nodes.has(source) || !nodes.has(target)) continue;
    edges.push({ source, target, isAside: isAside(via), room: roomOf?.(edge) ?? 0 });
  }
  return { ...options, nodes, edges };
}

/** The main line is what follows success or completion; everything else leaves it. */
function isAside(via: EdgeVia): boolean {
  const role = roleOf(via);
  return role === 'start' || role === 'error' || role === 'hook';
}

/**
 * True when a node is drawn as a frame with its children inside: it has children, or it is a container that neither
 * runs a `use` of its own nor is imported.
 */
export function isFrame(node: GraphNode): boolean {
  if (node.children.length > 0) return true;
  const { type, use } = node.task;
  return holdsTasks(type) && !use && !node.task.import;
}

/** What is placed together: the top level, or the inside of one open container. */
export interface ScopeNodes {
  /** The container; null at the top. */
  readonly parent: string | null;
  /** In document order; the start comes first. */
  readonly nodes: readonly LayoutNode[];
  readonly links: readonly Link[];
  /** Free space across the flow between two boxes, px. */
  readonly gap: number;
}

const TOP_GAP = 40;
const INNER_GAP = 20;

/** The top level and every open container, outer before inner. */
export function listScopes(input: LayoutInput): readonly ScopeNodes[] {
  const links = liftLinks(input);
  const parents: (string | null)[] = [null];
  const scopes: ScopeNodes[] = [];
  for (const parent of parents) {
    const nodes = childrenOf(input, parent);
    for (const node of nodes) if (node.children.length > 0 && !input.collapsed.has(node.id)) parents.push(node.id);
    scopes.push({ parent, nodes, links: links.get(parent) ?? [], gap: parent === null ? TOP_GAP : INNER_GAP });
  }
  return scopes;
}

function childrenOf(input: LayoutInput, parent: string | null): LayoutNode[] {
  const nodes =
    parent === null
      ? [...input.nodes.values()].filter((node) => node.parent === null)
      : (input.nodes.get(parent)?.children ?? []).flatMap((id) => input.nodes.get(id) ?? []);
  return [...nodes.filter((node) => node.isStart), ...nodes.filter((node) => !node.isStart)];
}

type Nodes = LayoutInput['nodes'];

/**
 * The lines of each scope, by the container's node id (null at the top). A line that crosses containers, which `check`
 * refuses, counts between the two boxes of the innermost scope that holds both ends.
 */
function liftLinks({ nodes, edges }: Pick<LayoutInput, 'nodes' | 'edges'>): Map<string | null, Link[]> {
  const links = new Map<string | null, Link[]>();
  for (const edge of edges) {
    const lifted = liftEdge(nodes, edge);
    if (!lifted) continue;
    const scope = links.get(lifted.parent) ?? [];
    scope.push({ source: lifted.source, target: lifted.target, isAside: edge.isAside, room: edge.room });
    links.set(lifted.parent, scope);
  }
  return links;
}

function liftEdge(nodes: Nodes, edge: LayoutEdge): { parent: string | null; source: string; target: string } | null {
  const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
  if (!source || !target) return null;
  if (source.parent === target.parent) return { parent: source.parent, source: source.id, target: target.id };
  const byParent = new Map(walkUp(nodes, source).map((node) => [node.parent, node.id]));
  for (const node of walkUp(nodes, target)) {
    const lifted = byParent.get(node.parent);
    if (lifted === undefined) continue;
    return lifted === node.id ? null : { parent: node.parent, source: lifted, target: node.id };
  }
  return null;
}

function walkUp(nodes: Nodes, node: LayoutNode): LayoutNode[] {
  const line = new Set<LayoutNode>();
  for (let at: LayoutNode | undefined = node; at && !line.has(at); ) {
    line.add(at);
    at = at.parent === null ? undefined : nodes.get(at.parent);
  }
  return [...line];
}
