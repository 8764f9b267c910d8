import type { GraphEdge } from '#engine';
import type { Box } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';

/** Boxes and lines that are painted, on the canvas as a whole, px. */
export interface PaintedShapes {
  readonly boxes: readonly (Box & { readonly isFrame: boolean })[];
  /** From the middle of one box to that of another. */
  readonly lines: readonly { readonly from: Box; readonly to: Box }[];
}

export interface ShapeSource {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly edges: readonly GraphEdge[];
  /** Ids of containers that are drawn around their children. */
  readonly frames: ReadonlySet<string>;
  readonly drawn: Pick<DrawnPart, 'nodes' | 'edges'>;
}

/** More lines than this cover each other and show nothing useful: none is painted then. */
const MOST_LINES = 4_000;

/** What is left to paint of a graph, a part of which is drawn as cards and lines. */
export function listShapes({ boxes, edges, frames, drawn }: ShapeSource): PaintedShapes {
  const known = new Set(drawn.edges);
  const lines: { from: Box; to: Box }[] = [];
  if (edges.length - known.size <= MOST_LINES) {
    for (const edge of edges) {
      const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
      if (from && to && !known.has(edge)) lines.push({ from, to });
    }
  }
  const rest = [...boxes].filter(([id]) => !drawn.nodes.has(id));
  return { boxes: rest.map(([id, box]) => ({ ...box, isFrame: frames.has(id) })), lines };
}

export interface Paper {
  /** Of the pane, CSS px. */
  readonly width: number;
  readonly height: number;
  /** Where the canvas as a whole is on the pane: `x`, `y` and the zoom. */
  readonly transform: readonly [number, number, number];
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
  readonly colors: Readonly<Record<'card' | 'border' | 'line', string>>;
}

/** Paints what is in view, in time linear to all of it. */
export function paintShapes(context: CanvasRenderingContext2D, shapes: PaintedShapes, paper: Paper): void {
  const { width, height, transform, ratio, colors } = paper;
  const [x, y, zoom] = transform;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  context.lineWidth = 1 / zoom;
  const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  context.globalAlpha = 0.5;
  context.strokeStyle = colors.line;
  context.beginPath();
  for (const { from, to } of shapes.lines) {
    if (!isInView(boxAround(from, to), view)) continue;
    context.moveTo(from.x + from.width / 2, from.y + from.height / 2);
    context.lineTo(to.x + to.width / 2, to.y + to.height / 2);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = colors.card;
  context.strokeStyle = colors.border;
  for (const box of shapes.boxes) {
    if (!isInView(box, view)) continue;
    if (!box.isFrame) context.fillRect(box.x, box.y, box.width, box.height);
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
}

function isInView(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

function boxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
}
