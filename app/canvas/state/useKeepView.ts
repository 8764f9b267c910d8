import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { inspected, session } from '../../session/index.ts';
import { currentArrangement } from './arrangement.ts';
import { moveTime, type Viewport } from './useViewport.ts';

/** Space between a selected card and the inspector that opened over it, px. */
const BESIDE = 24;

/**
 * What is looked at while the pane changes its size. A view that is still as the file was opened is chosen anew. Beside the
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
    const covered = coveredBy(width - BESIDE, x, zoom);
    if (covered > 0) void setViewport({ x: x - covered, y, zoom }, { duration: moveTime() });
  }, [width, height, getViewport, setViewport, viewport]);
}

/** How far the selected card reaches beyond this edge of the pane, px. */
function coveredBy(edge: number, x: number, zoom: number): number {
  const [id, ...others] = session.getState().document.selection.tasks;
  const box = id === undefined || others.length > 0 ? undefined : currentArrangement()?.boxes.get(id);
  return box === undefined ? 0 : (box.x + box.width) * zoom + x - edge;
}
