import type { GraphEdge } from '#engine';
import type { Arrangement, Box } from './arrangeGraph.ts';
import type { FlowEdge } from './toFlowEdges.ts';

/** The part of a graph that is drawn as cards and lines. */
export interface DrawnPart {
  /** Node ids, with the containers around them. */
  readonly nodes: ReadonlySet<string>;
  /** Lines between these, in the order of the graph. */
  readonly edges: readonly GraphEdge[];
  /** True where lines of cards in view are omitted. */
  readonly isThinned: boolean;
  /** The part of the canvas that it was chosen for. */
  readonly region: Box;
  /** What `edges` are drawn as, where that was found already. */
  readonly lines?: readonly FlowEdge[];
}

/** Most cards and lines that are drawn together: so many take some tenths of a second. */
export const MOST_DRAWN = { cards: 300, lines: 400 } as const;

/** A region longer than that, px, shows so much that no card in it can be read. */
const FAR = 8_000;

/** What is selected: its lines are drawn before others. */
export interface Focus {
  readonly tasks: ReadonlySet<string>;
  readonly edge: string | null;
}

/**
 * Chooses what is drawn of a graph that is too large to be drawn as a whole: the cards in a region of the canvas and their
 * lines, those of the selection first, then those between two of them. Where there are more cards than {@link MOST_DRAWN},
 * those nearest to its middle, and from far none but the selected ones. The start is always among them: React Flow takes a
 * graph without cards for one that is not there yet. Linear in nodes and lines, apart from sorting the cards in view.
 */
export function pickDrawn({ graph, boxes }: Arrangement, region: Box, focus: Focus): DrawnPart {
  const inside = [...boxes].filter(([, box]) => overlaps(box, region));
  const isOverview = inside.length > MOST_DRAWN.cards && region.width > FAR;
  const shown = new Set(isOverview ? [] : nearest(inside, region).map(([id]) => id));
  const isLeftOut = (id: string): boolean => {
    const box = boxes.get(id);
    return box === undefined || (!shown.has(id) && overlaps(box, region));
  };
  const ranks: GraphEdge[][] = [[], [], []];
  for (const edge of graph.edges) {
    if (edge.isDangling) continue;
    const isEnd = edge.target === 'end' && !graph.nodes.has('end');
    const [from, to] = [shown.has(edge.source), isEnd || shown.has(edge.target)];
    const isFocus = edge.id === focus.edge || focus.tasks.has(edge.source) || focus.tasks.has(edge.target);
    if (isFocus && (isEnd ? from : boxes.has(edge.source) && boxes.has(edge.target))) ranks[0]?.push(edge);
    else if (from && to) ranks[1]?.push(edge);
    else if (isEnd ? false : (from && !isLeftOut(edge.target)) || (to && !isLeftOut(edge.source))) ranks[2]?.push(edge);
  }
  const wanted = ranks.flat();
  const chosen = new Set(wanted.slice(0, MOST_DRAWN.lines));
  // In one order whatever is selected: elements that change places are laid out again.
  const edges = graph.edges.filter((edge) => chosen.has(edge));
  const nodes = new Set(shown);
  for (const node of graph.nodes.values()) if (node.isStart && boxes.has(node.id)) nodes.add(node.id);
  if (isOverview) for (const id of [...focus.tasks].slice(0, MOST_DRAWN.cards)) if (boxes.has(id)) nodes.add(id);
  for (const { source, target } of edges) {
    nodes.add(source);
    if (graph.nodes.has(target)) nodes.add(target);
  }
  for (const id of nodes) {
    const parent = graph.nodes.get(id)?.parent ?? null;
    if (parent !== null) nodes.add(parent);
  }
  return { nodes, edges, isThinned: !isOverview && wanted.length > edges.length, region };
}

function nearest(inside: readonly (readonly [string, Box])[], region: Box): readonly (readonly [string, Box])[] {
  if (inside.length <= MOST_DRAWN.cards) return inside;
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  const distance = (box: Box): number => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  return inside.toSorted(([, a], [, b]) => distance(a) - distance(b)).slice(0, MOST_DRAWN.cards);
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
