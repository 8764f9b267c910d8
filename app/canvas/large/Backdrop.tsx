import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import type { GraphEdge } from '#engine';
import { isFrame } from '#engine/layout';
import type { Arrangement, Box } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import styles from './Backdrop.module.css';

export interface BackdropProps {
  readonly arrangement: Arrangement;
  readonly drawn: DrawnPart;
}

/**
 * Everything of a large graph that is not drawn as cards and lines, as plain boxes and straight lines behind them. It moves with
 * the view, and is painted again only when another part of the graph is drawn.
 */
export function Backdrop({ arrangement: { graph, boxes }, drawn }: BackdropProps) {
  const store = useStoreApi();
  const frames = useMemo(() => new Set([...graph.nodes.values()].filter(isFrame).map(({ id }) => id)), [graph]);
  const paths = useMemo(
    () => backdropPaths({ boxes, edges: graph.edges, frames, drawn }),
    [graph, boxes, frames, drawn],
  );
  const { x, y, width, height } = drawn.region;
  // About 1 px on the screen until it is painted for another zoom.
  const strokeWidth = 1 / store.getState().transform[2];
  return (
    <ViewportPortal>
      <svg
        className={styles.backdrop}
        style={{ transform: `translate(${x}px, ${y}px)` }}
        width={width}
        height={height}
        viewBox={`${x} ${y} ${width} ${height}`}
        strokeWidth={strokeWidth}
        aria-hidden
      >
        {(['lines', 'frames', 'cards'] as const).map((kind) => (
          <g key={kind} className={styles[kind]}>
            {paths[kind].map((d) => (
              <path key={d} d={d} />
            ))}
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
}

/** What is painted in a part of the canvas, as data of SVG paths: few elements, each of them near together. */
interface BackdropPaths {
  readonly cards: readonly string[];
  readonly frames: readonly string[];
  /** From the middle of one box to that of another. */
  readonly lines: readonly string[];
}

interface BackdropSource {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly edges: readonly GraphEdge[];
  /** Ids of containers that are drawn around their children. */
  readonly frames: ReadonlySet<string>;
  readonly drawn: Pick<DrawnPart, 'nodes' | 'edges' | 'region'>;
}

/** More lines than this cover each other and show nothing useful: none is painted then. */
const MOST_LINES = 4_000;
/** Boxes in one path: what is out of view is then omitted by the path. */
const TOGETHER = 50;

/** What is left to paint of a graph, a part of which is drawn as cards and lines. Takes time linear to all of it. */
export function backdropPaths({ boxes, edges, frames, drawn }: BackdropSource): BackdropPaths {
  const { nodes, region } = drawn;
  const rest = [...boxes].filter(([id, box]) => !nodes.has(id) && overlaps(box, region));
  return {
    cards: join(rest.flatMap(([id, box]) => (frames.has(id) ? [] : boxPath(box)))),
    frames: join(rest.flatMap(([id, box]) => (frames.has(id) ? boxPath(box) : []))),
    lines: join(linePaths(boxes, edges, drawn)),
  };
}

function linePaths(
  boxes: BackdropSource['boxes'],
  edges: readonly GraphEdge[],
  drawn: BackdropSource['drawn'],
): readonly string[] {
  const known = new Set(drawn.edges);
  if (edges.length - known.size > MOST_LINES) return [];
  return edges.flatMap((edge) => {
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (!from || !to || known.has(edge) || !overlaps(boxAround(from, to), drawn.region)) return [];
    return `M${middleOf(from)}L${middleOf(to)}`;
  });
}

/** A box as data of a path: `M10,20h216v60h-216z`. */
export function boxPath({ x, y, width, height }: Box): string {
  return `M${round(x)},${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function middleOf({ x, y, width, height }: Box): string {
  return `${round(x + width / 2)},${round(y + height / 2)}`;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function join(paths: readonly string[]): readonly string[] {
  return Array.from({ length: Math.ceil(paths.length / TOGETHER) }, (_, index) =>
    paths.slice(index * TOGETHER, (index + 1) * TOGETHER).join(''),
  );
}

function overlaps(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

function boxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
}
