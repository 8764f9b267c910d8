import type { Arrangement, Box } from './arrangeGraph.ts';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** What there is of the canvas, px. */
export interface Pane {
  readonly width: number;
  readonly height: number;
}

/** How small a workflow can be seen: 300 cards in a row fit into a window. */
export const LEAST_ZOOM = 0.02;

/** Space around the workflow, px: what floats over the canvas hides nothing. */
export const MARGIN = { top: 64, right: 44, bottom: 104, left: 44 } as const;

/** The same in a small pane, over which nothing floats. */
const SMALL_MARGIN = { top: 48, right: 36, bottom: 24, left: 36 } as const;

/** The least pane that is not small, px; what is taken of its height by the toolbar below it counts as gone. */
const LEAST = { width: 620, height: 460 };

/** Whether nothing floats over a pane: its toolbar is a row below it (`CanvasToolbar.module.css`), and it has no minimap. */
export function isSmall({ width, height }: Pane): boolean {
  return width < LEAST.width || height < LEAST.height;
}

/** The space around the workflow in a pane. */
export function marginOf(pane: Pane): typeof MARGIN | typeof SMALL_MARGIN {
  return isSmall(pane) ? SMALL_MARGIN : MARGIN;
}

/**
 * The zoom a workflow opens at that cannot be shown whole: names and ids on cards are read without effort. A little less
 * is taken where that shows all of it.
 */
const READABLE = { part: 0.85, whole: 0.72 } as const;

/**
 * How a workflow is first shown: whole where it can be read so, else from its start on, with as much next to it as there
 * is room for. Screen coordinates of the canvas's origin, and the zoom, at most 1. Null without cards.
 * @param around what reaches beyond the cards and is to be seen too
 */
export function openingView(
  { boxes, direction, graph }: Arrangement,
  pane: Pane,
  around: readonly Box[] = [],
): View | null {
  const all = [...boxes.values(), ...around];
  const start = [...graph.nodes.values()].find(({ isStart }) => isStart);
  const first = (start && boxes.get(start.id)) ?? all[0];
  if (!first) return null;
  const margin = marginOf(pane);
  const width: Axis = {
    from: min(all.map(({ x }) => x)),
    to: max(all.map(endX)),
    near: margin.left,
    far: margin.right,
    size: pane.width,
  };
  const height: Axis = {
    from: min(all.map(({ y }) => y)),
    to: max(all.map(endY)),
    near: margin.top,
    far: margin.bottom,
    size: pane.height,
  };
  const whole = Math.min(fitOf(width), fitOf(height), 1);
  const zoom = whole >= READABLE.whole ? whole : READABLE.part;
  const isAcross = direction === 'right';
  const [across, down] = [
    { from: first.x, to: endX(first) },
    { from: first.y, to: endY(first) },
  ];
  return {
    // Whole pixels: text and hairlines are crisp.
    x: Math.round(place(width, zoom, { ...across, isMiddle: !isAcross })),
    y: Math.round(place(height, zoom, { ...down, isMiddle: isAcross })),
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

/** Where the start is on an axis, and whether it belongs in the middle of the pane there. */
interface First {
  readonly from: number;
  readonly to: number;
  readonly isMiddle: boolean;
}

/**
 * Screen place of the origin: centred where all fits. Else the start is in the middle of the pane, as far as no room is left
 * empty next to the workflow, or the workflow begins at its margin, unless the start is too far from there to be seen.
 */
function place(axis: Axis, zoom: number, start: First): number {
  const { from, to, near, far, size } = axis;
  const room = size - near - far;
  if (zoom <= fitOf(axis)) return near + (room - (from + to) * zoom) / 2;
  const [first, last] = [near - from * zoom, near + room - to * zoom];
  const isSeen = (start.to - from) * zoom <= room;
  if (!start.isMiddle && isSeen) return first;
  const wanted = start.isMiddle ? near + room / 2 - ((start.from + start.to) / 2) * zoom : near - start.from * zoom;
  return Math.min(first, Math.max(last, wanted));
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

/**
 * The view that has moved only as far as a card needs to be seen clear of what floats over the pane: what was in view next to it
 * stays there. A card that is larger than the pane is seen from its corner on.
 */
export function bringIntoView({ x, y, width, height }: Box, view: View, pane: Pane): View {
  const { top, right, bottom, left } = marginOf(pane);
  const { zoom } = view;
  return {
    x: view.x + moveOf(x * zoom + view.x, width * zoom, { from: left, to: pane.width - right }),
    y: view.y + moveOf(y * zoom + view.y, height * zoom, { from: top, to: pane.height - bottom }),
    zoom,
  };
}

/** How far something at a place on an axis has to move to lie in a range, px. */
function moveOf(at: number, size: number, { from, to }: { readonly from: number; readonly to: number }): number {
  if (at < from || size > to - from) return from - at;
  return Math.min(0, to - size - at);
}
