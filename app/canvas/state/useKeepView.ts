import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { inspected, session } from '../../session/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import { currentArrangement } from './arrangement.ts';
import { moveTime } from './lateTransitions.ts';
import type { Viewport } from './useViewport.ts';

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
