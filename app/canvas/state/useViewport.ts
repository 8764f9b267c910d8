import { getViewportForBounds, type Transform, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { inspected, session } from '../../session/index.ts';
import { lazyModule } from '../../ui/index.ts';
import { type Arrangement, type Box, boundsOf, isDrawnWhole } from '../model/arrangeGraph.ts';
import { bringIntoView, LEAST_ZOOM, marginOf, openingView, type Pane, type View } from '../model/openingView.ts';
import { noteNodeId } from '../model/toFlowNodes.ts';
import { currentArrangement } from './arrangement.ts';
import { moveTime } from './lateTransitions.ts';

/** The zoom at which a card that is looked for can be read. */
const LEAST_READ = 0.6;

const FIT = { maxZoom: 1, minZoom: LEAST_ZOOM } as const;

/** Padding around what is fitted into a pane, as React Flow takes it. */
function paddingOf(pane: Pane) {
  const { top, right, bottom, left } = marginOf(pane);
  return { top: `${top}px`, right: `${right}px`, bottom: `${bottom}px`, left: `${left}px` } as const;
}

/** Where the canvas looks: fitting, zooming, bringing a card into view. Moves are short, and none under reduced motion. */
export function useViewport() {
  const { fitView, zoomIn, zoomOut, zoomTo, setViewport, getViewport } = useReactFlow();
  const store = useStoreApi();
  const opened = useRef<View | null>(null);
  /** Where the view is on its way to a card; null while it rests, and once anything else moves it. */
  const goal = useRef<Transform | null>(null);

  const centerOn = useCallback(
    (id: string) => {
      const shown = currentArrangement();
      // With the ends of its routes and their names.
      const box =
        withEnds(shown, id) ??
        shown?.layout.notes?.find((note) => noteNodeId(note.id) === id) ??
        framing.loaded()?.findFrameBox(shown, id);
      if (!box) return;
      const { transform, width, height } = store.getState();
      // What is in view halfway need not be once the view has come to where it goes.
      const [x, y, zoom] = goal.current ?? transform;
      const [left, top] = [box.x * zoom + x, box.y * zoom + y];
      const isInside = left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
      if (isInside) return;
      const to = bringIntoView(box, { x, y, zoom: Math.max(zoom, LEAST_READ) }, { width, height });
      const mine: Transform = [to.x, to.y, to.zoom];
      goal.current = mine;
      void setViewport(to, { duration: moveTime() }).then(() => {
        if (goal.current === mine) goal.current = null;
      });
    },
    [setViewport, store],
  );
  const forgetGoal = useCallback(() => {
    goal.current = null;
  }, []);
  const isAsOpened = useCallback(() => {
    const [first, now] = [opened.current, getViewport()];
    return first !== null && first.zoom === now.zoom && isNear(first.x, now.x) && isNear(first.y, now.y);
  }, [getViewport]);
  const open = useCallback(() => {
    forgetGoal();
    const show = () => {
      const shown = currentArrangement();
      const view = shown && openingView(shown, store.getState(), framing.loaded()?.listFrameBoxes(shown));
      opened.current = view;
      if (view) void setViewport(view);
    };
    show();
    // What places frames comes with the first of them.
    if (currentArrangement()?.layout.frames && !framing.loaded())
      void framing.load().then(
        () => isAsOpened() && show(),
        () => null,
      );
  }, [setViewport, store, forgetGoal, isAsOpened]);
  const fit = useCallback(() => {
    forgetGoal();
    const shown = currentArrangement();
    const { width, height } = store.getState();
    const padding = paddingOf({ width, height });
    if (shown === null || isDrawnWhole(shown)) return void fitView({ ...FIT, padding, duration: moveTime() });
    // React Flow knows only the part that is drawn.
    const view = getViewportForBounds(boundsOf(shown.boxes.values()), width, height, FIT.minZoom, FIT.maxZoom, padding);
    return void setViewport(view, { duration: moveTime() });
  }, [fitView, setViewport, store, forgetGoal]);
  return useMemo(() => {
    const zoomBy = (move: () => Promise<boolean>) => {
      forgetGoal();
      void move();
    };
    return {
      fit,
      zoomIn: () => zoomBy(() => zoomIn({ duration: moveTime() })),
      zoomOut: () => zoomBy(() => zoomOut({ duration: moveTime() })),
      zoomTo: (zoom: number) => zoomBy(() => zoomTo(zoom, { duration: moveTime() })),
      centerOn,
      /** As a file is first shown: whole where it can be read so, else from its start. */
      open,
      /** Whether the view has not been moved since. */
      isAsOpened,
      /** What follows a pointer or the wheel is no longer on its way to a card. */
      onMoveStart: (event: MouseEvent | TouchEvent | null) => {
        if (event !== null) forgetGoal();
      },
    };
  }, [fit, zoomIn, zoomOut, zoomTo, centerOn, open, isAsOpened, forgetGoal]);
}

function withEnds(shown: Arrangement | null, id: string): Box | undefined {
  const [box, place] = [shown?.boxes.get(id), shown?.placements.get(id)];
  if (!box || !place) return box;
  return { ...box, width: Math.max(box.width, place.width), height: Math.max(box.height, place.height) };
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.5;
}

export type Viewport = ReturnType<typeof useViewport>;

/** What places frames around cards and moves them together, loaded with the first frame. */
export const framing = lazyModule(() => import('../model/frames/toFlowFrames.ts'));

/** It, once it is there; null before, and as long as there is no frame. */
export function useFraming(hasFrames: boolean): ReturnType<typeof framing.loaded> {
  const [loaded, setLoaded] = useState(framing.loaded);
  useEffect(() => {
    if (!hasFrames || loaded) return;
    let isShown = true;
    framing.load().then(
      (module) => isShown && setLoaded(module),
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, [hasFrames, loaded]);
  return hasFrames ? loaded : null;
}

/** Space between a selected card and the inspector that opened next to or, on a phone, below it, px. */
const BESIDE = 24;

/** The width up to which a pane is narrow, px. */
const NARROW = 620;

/**
 * What is looked at while the pane changes its size. A view that is still as the file was opened is chosen again. Next to the
 * inspector, which comes and goes with the selection, nothing moves but a selected card that would be covered. In all
 * other cases the middle stays where it is.
 */
export function useKeepView(viewport: Viewport): void {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const { getViewport, setViewport } = useReactFlow();
  const before = useRef({ width: 0, height: 0, hasInspector: false });
  useEffect(() => {
    const last = before.current;
    const hasInspector = inspected(session.getState()) !== null;
    before.current = { width, height, hasInspector };
    if (last.width === 0 || width === 0 || (last.width === width && last.height === height)) return;
    if (!hasInspector && viewport.isAsOpened()) return viewport.open();
    const { x, y, zoom } = getViewport();
    if (hasInspector === last.hasInspector) {
      void setViewport({ x: x + (width - last.width) / 2, y: y + (height - last.height) / 2, zoom });
      return;
    }
    const box = selectedBox();
    if (box === null) return;
    const isNarrow = width < NARROW;
    const across = coveredBy({ free: width - BESIDE, from: box.x * zoom + x, size: box.width * zoom, isNarrow });
    const down = coveredBy({ free: height - BESIDE, from: box.y * zoom + y, size: box.height * zoom, isNarrow });
    if (across !== 0 || down !== 0) void setViewport({ x: x - across, y: y - down, zoom }, { duration: moveTime() });
  }, [width, height, getViewport, setViewport, viewport]);
}

function selectedBox(): Box | null {
  const [id, ...others] = session.getState().document.selection.tasks;
  return id === undefined || others.length > 0 ? null : (currentArrangement()?.boxes.get(id) ?? null);
}

interface Extent {
  /** Where the free part of the pane ends. */
  readonly free: number;
  readonly from: number;
  readonly size: number;
  readonly isNarrow: boolean;
}

/**
 * How far to move a card that reaches beyond the far end of the free part of the pane, px; never out at the near one. Where
 * there is little room it comes in from there, too.
 */
function coveredBy({ free, from, size, isNarrow }: Extent): number {
  if (isNarrow && from < BESIDE) return from - BESIDE;
  return Math.max(0, Math.min(from + size - free, from - BESIDE));
}
