import { useEffect } from 'react';
import { registerPort } from '../../session/index.ts';
import { layoutAll, turnFlow } from './edits.ts';
import type { Viewport } from './useViewport.ts';

/** Lends the canvas to actions that start elsewhere: fit, zoom, find a card, arrange. */
export function useCanvasPort(viewport: Viewport, focus: () => void): void {
  useEffect(() => {
    const { fit, zoomIn, zoomOut, zoomTo, centerOn } = viewport;
    const arrange = () => {
      layoutAll();
      requestAnimationFrame(fit);
    };
    return registerPort('canvas', {
      fitView: fit,
      zoomIn,
      zoomOut,
      zoomTo,
      centerOn,
      layoutAll: arrange,
      turn: turnFlow,
      focus,
    });
  }, [viewport, focus]);
}
