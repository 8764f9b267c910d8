import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { registerPort, useSession } from '../../session/index.ts';
import { acts, withActs } from './acts.ts';
import type { Viewport } from './useViewport.ts';

/** Lends the canvas to actions that start elsewhere: fit, zoom, find a card, arrange. */
export function useCanvasPort(viewport: Viewport, focus: () => void): void {
  const { flowToScreenPosition } = useReactFlow();
  useEffect(() => {
    const { fit, zoomIn, zoomOut, zoomTo, centerOn } = viewport;
    const arrange = () =>
      withActs(({ layoutAll }) => {
        layoutAll();
        requestAnimationFrame(fit);
      });
    return registerPort('canvas', {
      fitView: fit,
      zoomIn,
      zoomOut,
      zoomTo,
      centerOn,
      layoutAll: arrange,
      turn: () => withActs(({ turnFlow }) => turnFlow()),
      focus,
      act: (name) => withActs(({ runAct }) => runAct(name, flowToScreenPosition)),
    });
  }, [viewport, focus, flowToScreenPosition]);
}

/** Loads what can be done to tasks, and how it is asked, once a task is selected: the keys that follow find it there. */
export function useActsAhead(): void {
  const hasSelection = useSession(({ selection }) => selection.tasks.size > 0);
  useEffect(() => {
    if (hasSelection) void Promise.all([acts.load(), import('../parts/AskPicker.tsx')]).catch(() => null);
  }, [hasSelection]);
}
