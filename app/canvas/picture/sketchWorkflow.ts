import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import { drawPicture } from './drawPicture.ts';
import type { PictureShape } from './Picture.ts';

type Four = readonly [x: number, y: number, width: number, height: number];

/** A workflow in few numbers, px: to be drawn so small that no words could be read. Colours are names of tokens. */
export interface Sketch {
  /** The part of the plane that it takes. */
  readonly view: Four;
  /** Containers, around their tasks. */
  readonly frames: readonly Four[];
  /** Cards, each with the colour of its kind. */
  readonly cards: readonly (readonly [...Four, tone: string])[];
  /** Lines, each with its colour, and its way as SVG path data. */
  readonly lines: readonly (readonly [tone: string, path: string])[];
}

/** What is told of a workflow before it is opened: its name, what it is for, and how it looks. */
export interface Sketched {
  readonly name: string | null;
  readonly description: string | null;
  readonly sketch: Sketch;
}

/** No text is drawn: how wide one is does not matter. */
const PENS = { theme: (name: string) => name, icons: new Map(), measure: () => 0 };
const CARD = 10;
const FRAME = 12;
const TILE = 6;
const MARGIN = 24;

/** What strokes that are no lines are drawn with: the rule in a card, and the mark of the start. */
const OTHER = new Set(['line', 'surface']);

/** Draws a workflow as the canvas arranges it, without its words. */
export async function sketchWorkflow(path: string, text: string): Promise<Sketched> {
  await loadPlacing();
  const { workflow, ...analysis } = analyze(path, text);
  const arrangement = arrangeGraph(drawnGraph({ workflow, ...analysis }), EMPTY_LAYOUT, 'right');
  const { shapes } = drawPicture({ arrangement, workflow }, PENS);
  return { name: workflow.name ?? null, description: workflow.description ?? null, sketch: toSketch(shapes) };
}

function toSketch(shapes: readonly PictureShape[]): Sketch {
  const boxes = shapes.flatMap((shape) => (shape.kind === 'box' ? [shape] : []));
  const frames = boxes.filter(({ radius }) => radius === FRAME).map(toFour);
  // A card is followed by the tile of its icon, in the soft colour of its kind.
  const cards = boxes.flatMap((box, index) => {
    if (box.radius !== CARD) return [];
    const tile = boxes.slice(index).find(({ radius }) => radius === TILE);
    return [[...toFour(box), (tile?.fill ?? 'neutral-soft').replace(/-soft$/, '')] as const];
  });
  const lines = shapes.flatMap((shape) =>
    shape.kind === 'path' && shape.place === undefined && shape.fill === undefined && !OTHER.has(shape.stroke)
      ? [[shape.stroke, roundPath(shape.d)] as const]
      : [],
  );
  return { view: viewOf([...frames, ...cards], lines), frames, cards, lines };
}

function toFour({ x, y, width, height }: Extract<PictureShape, { kind: 'box' }>): Four {
  return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}

function roundPath(path: string): string {
  return path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
}

/** All of it with a margin: lines may run next to all cards. */
function viewOf(boxes: readonly (Four | readonly [...Four, string])[], lines: Sketch['lines']): Four {
  const points = lines.flatMap(([, path]) =>
    [...path.matchAll(/(-?\d+),(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  );
  const xs = [...boxes.flatMap(([x, , width]) => [x, x + width]), ...points.map(([x]) => x)];
  const ys = [...boxes.flatMap(([, y, , height]) => [y, y + height]), ...points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
}
