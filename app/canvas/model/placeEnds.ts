import type { Graph, GraphEdge, Point } from '#engine';
import type { EdgeVia } from '#engine/model';
import type { Size } from './cardSize.ts';
import type { Direction } from './direction.ts';
import type { Port } from './listPorts.ts';
import { findPort, isMainSide, MAIN_PORT } from './ports.ts';

/** A mark where a branch ends (`next: end`), next to the card it ends at; px from that card's corner. */
export interface EndMark extends Size {
  /** The line that leads to it. */
  readonly edgeId: string;
  readonly via: EdgeVia;
  readonly x: number;
  readonly y: number;
  /** `pill` is on the main line; `dot` hangs below a port on the lower side. */
  readonly shape: 'pill' | 'dot';
}

/** Not as high as routes are apart. */
const PILL: Size = { width: 44, height: 18 };
const DOT: Size = { width: 14, height: 14 };
const DOT_GAP = 20;

/** Distance between the card and its end, px: short where nothing is written on the line. */
const GAP = { plain: 36, labelled: 96, down: 48 };

/** Distance between the middles of ends that leave by one port, px. */
const PITCH = { right: 30, down: 64 };

/** Position of the first pill when the main line also continues, in units of the pitch. */
const BESIDE = { right: 1.4, down: 1.3 };

/** The lines of one task that lead to `end`. */
export interface Ends {
  readonly edges: readonly GraphEdge[];
  /** Whether other lines leave by the main port. */
  readonly leadsOn: boolean;
}

/** The lines of each task that lead to `end`, by node id; of `edges`, where only these are drawn. */
export function endsBySource(graph: Graph, edges: readonly GraphEdge[] = graph.edges): ReadonlyMap<string, Ends> {
  const bySource = new Map<string, { edges: GraphEdge[]; leadsOn: boolean }>();
  if (graph.nodes.has('end')) return bySource;
  for (const edge of edges) {
    if (edge.target !== 'end') continue;
    const known = bySource.get(edge.source);
    if (known) known.edges.push(edge);
    else bySource.set(edge.source, { edges: [edge], leadsOn: false });
  }
  for (const edge of graph.edges) {
    const ends = edge.target === 'end' || !isMain(edge) ? undefined : bySource.get(edge.source);
    if (ends) ends.leadsOn = true;
  }
  return bySource;
}

/** Room a card needs beyond its own size for the ends on its main line, px: what the layout keeps free. */
export function roomForEnds(size: Size, { edges }: Ends, direction: Direction): Size {
  const main = edges.filter(isMain);
  if (main.length === 0) return size;
  const reach = gapOf(main, direction);
  return direction === 'right'
    ? { width: size.width + reach + PILL.width, height: size.height }
    : { width: size.width, height: size.height + reach + PILL.height };
}

/**
 * The ends of one card: a pill per line on the main line, side by side, one behind each port of a route, and a dot below
 * every other port. Where the main line also continues, the pills are next to it.
 */
export function placeEnds({ edges, leadsOn }: Ends, ports: readonly Port[], direction: Direction): readonly EndMark[] {
  const main = edges.filter(isMain);
  const reach = gapOf(main, direction);
  const shared = main.filter(({ via }) => findPort(ports, via)?.id === MAIN_PORT);
  const order = new Map(shared.map((edge, index) => [edge, index]));
  return edges.flatMap((edge): readonly EndMark[] => {
    const port = findPort(ports, edge.via);
    if (!port) return [];
    if (!isMain(edge)) {
      const place = { x: port.x - DOT.width / 2, y: port.y + DOT_GAP };
      return [{ edgeId: edge.id, via: edge.via, shape: 'dot', ...DOT, ...place }];
    }
    const level = port.id === MAIN_PORT ? null : 0;
    const aside = level ?? (order.get(edge) ?? 0) + (leadsOn ? BESIDE[direction] : (1 - shared.length) / 2);
    const place =
      direction === 'right'
        ? { x: port.x + reach, y: port.y + aside * PITCH.right - PILL.height / 2 }
        : { x: port.x + aside * PITCH.down - PILL.width / 2, y: port.y + reach };
    return [{ edgeId: edge.id, via: edge.via, shape: 'pill', ...PILL, ...place }];
  });
}

/** Where a line arrives at its end, px from the end's corner. */
export function entryOfEnd(
  { width, height, shape }: Pick<EndMark, 'width' | 'height' | 'shape'>,
  direction: Direction,
) {
  const isBelow = shape === 'dot' || direction === 'down';
  return isBelow ? ({ side: 'top', x: width / 2, y: 0 } as const) : ({ side: 'left', x: 0, y: height / 2 } as const);
}

function gapOf(main: readonly GraphEdge[], direction: Direction): number {
  if (direction === 'down') return GAP.down;
  return main.some((edge) => edge.via !== 'on_success') ? GAP.labelled : GAP.plain;
}

function isMain(edge: GraphEdge): boolean {
  return isMainSide(edge.via);
}

/** Steps of the automatic layout from one card to the next, px: along the flow when it runs right, and when down. */
const STEP = { right: 296, down: 140 };

/**
 * The way cards that were placed by hand run, so that turning the view never bends an arrangement made by hand: by the
 * steps their lines take, of which none counts more than one: a line back to the begin of a row is long. Null when no line joins two placed cards.
 */
export function inferDirection(graph: Graph, positions: ReadonlyMap<string, Point>): Direction | null {
  let [count, right, down] = [0, 0, 0];
  for (const { source, target } of graph.edges) {
    const [from, to] = [positions.get(source), positions.get(target)];
    if (!from || !to || graph.nodes.get(source)?.parent !== graph.nodes.get(target)?.parent) continue;
    count += 1;
    right += atMostOne((to.x - from.x) / STEP.right);
    down += atMostOne((to.y - from.y) / STEP.down);
  }
  if (count === 0) return null;
  return right >= down ? 'right' : 'down';
}

function atMostOne(steps: number): number {
  return Math.max(-1, Math.min(1, steps));
}
