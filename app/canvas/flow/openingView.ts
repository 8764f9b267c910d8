import type { Arrangement, Box } from './arrangeGraph.ts';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Pane {
  readonly width: number;
  readonly height: number;
}

/** Space around the workflow, px: what floats over the canvas hides nothing. */
export const MARGIN = { top: 64, right: 44, bottom: 84, left: 44 } as const;

/** Up to this many cards a workflow is shown whole. */
const FEW = 12;

/** The least zoom a workflow opens at: a small one shows names and icons at least, a large one is read. */
const LEAST_ZOOM = { few: 0.4, many: 0.65 } as const;

/**
 * How a workflow is first shown: a small one whole, a large one from its start on, with as much beside it as there is
 * room for. Screen coordinates of the canvas's origin, and the zoom, at most 1. Null without cards.
 */
export function openingView({ boxes, direction, graph }: Arrangement, pane: Pane): View | null {
  const all = [...boxes.values()];
  const start = [...graph.nodes.values()].find(({ isStart }) => isStart);
  const first = (start && boxes.get(start.id)) ?? all[0];
  if (!first) return null;
  const width: Axis = {
    from: min(all.map(({ x }) => x)),
    to: max(all.map(endX)),
    near: MARGIN.left,
    far: MARGIN.right,
    size: pane.width,
  };
  const height: Axis = {
    from: min(all.map(({ y }) => y)),
    to: max(all.map(endY)),
    near: MARGIN.top,
    far: MARGIN.bottom,
    size: pane.height,
  };
  const least = all.length <= FEW ? LEAST_ZOOM.few : LEAST_ZOOM.many;
  const zoom = Math.max(least, Math.min(fitOf(width), fitOf(height), 1));
  const isAcross = direction === 'right';
  return {
    x: place(width, zoom, isAcross ? null : first.x + first.width / 2),
    y: place(height, zoom, isAcross ? first.y + first.height / 2 : null),
    zoom,
  };
}

/** One axis: from where to where the workflow reaches, and the pane with its margins, px. */
interface Axis {
  readonly from: number;
  readonly to: number;
  readonly near: number;
  readonly far: number;
  readonly size: number;
}

function fitOf({ from, to, near, far, size }: Axis): number {
  return (size - near - far) / (to - from);
}

/**
 * Screen place of the origin: centred where all fits, else the beginning at its margin, or a point in the middle of the
 * pane, as far as no room is left empty beside the workflow.
 */
function place(axis: Axis, zoom: number, middle: number | null): number {
  const { from, to, near, far, size } = axis;
  const room = size - near - far;
  if (zoom <= fitOf(axis)) return near + (room - (from + to) * zoom) / 2;
  const [first, last] = [near - from * zoom, near + room - to * zoom];
  return middle === null ? first : Math.min(first, Math.max(last, near + room / 2 - middle * zoom));
}

function min(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function max(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

function endX({ x, width }: Box): number {
  return x + width;
}

function endY({ y, height }: Box): number {
  return y + height;
}
