import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useMemo, useRef } from 'react';
import { boundsOf } from '../model/arrangeGraph.ts';
import { MARGIN, openingView, type View } from '../model/openingView.ts';
import { isDrawnWhole } from '../model/pickDrawn.ts';
import { currentArrangement } from './arrangement.ts';

const FIT = {
  padding: {
    top: `${MARGIN.top}px`,
    right: `${MARGIN.right}px`,
    bottom: `${MARGIN.bottom}px`,
    left: `${MARGIN.left}px`,
  },
  maxZoom: 1,
  minZoom: 0.1,
} as const;

/** Where the canvas looks: fitting, zooming, bringing a card into view. Moves are short, and none under reduced motion. */
export function useViewport() {
  const { fitView, zoomIn, zoomOut, zoomTo, setCenter, setViewport, getViewport } = useReactFlow();
  const store = useStoreApi();
  const opened = useRef<View | null>(null);

  const centerOn = useCallback(
    (id: string) => {
      const box = currentArrangement()?.boxes.get(id);
      if (!box) return;
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      const [left, top] = [box.x * zoom + x, box.y * zoom + y];
      const isInside = left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
      if (isInside) return;
      const nearest = Math.max(zoom, 0.6);
      void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: nearest, duration: moveTime() });
    },
    [setCenter, store],
  );
  const open = useCallback(() => {
    const shown = currentArrangement();
    const view = shown && openingView(shown, store.getState());
    opened.current = view;
    if (view) void setViewport(view);
  }, [setViewport, store]);
  const isAsOpened = useCallback(() => {
    const [first, now] = [opened.current, getViewport()];
    return first !== null && first.zoom === now.zoom && isNear(first.x, now.x) && isNear(first.y, now.y);
  }, [getViewport]);
  const fit = useCallback(() => {
    const shown = currentArrangement();
    if (shown === null || isDrawnWhole(shown)) return void fitView({ ...FIT, duration: moveTime() });
    // React Flow knows only the part that is drawn.
    const { width, height } = store.getState();
    const view = getViewportForBounds(
      boundsOf(shown.boxes.values()),
      width,
      height,
      FIT.minZoom,
      FIT.maxZoom,
      FIT.padding,
    );
    return void setViewport(view, { duration: moveTime() });
  }, [fitView, setViewport, store]);
  return useMemo(
    () => ({
      fit,
      zoomIn: () => void zoomIn({ duration: moveTime() }),
      zoomOut: () => void zoomOut({ duration: moveTime() }),
      zoomTo: (zoom: number) => void zoomTo(zoom, { duration: moveTime() }),
      centerOn,
      /** As a file is first shown: whole where it can be read so, else from its start. */
      open,
      /** Whether the view has not been moved since. */
      isAsOpened,
    }),
    [fit, zoomIn, zoomOut, zoomTo, centerOn, open, isAsOpened],
  );
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.5;
}

export type Viewport = ReturnType<typeof useViewport>;

/** How long the view takes to move, in ms: not at all under reduced motion. */
export function moveTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180;
}
