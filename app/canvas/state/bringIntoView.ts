import type { Box } from '../model/arrangeGraph.ts';
import { marginOf, type Pane, type View } from '../model/openingView.ts';

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
