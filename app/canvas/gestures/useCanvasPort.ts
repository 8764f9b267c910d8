import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { registerPort, useSession } from '../../session/index.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import type { Viewport } from '../state/useViewport.ts';

/** Exposes the canvas to actions that start elsewhere: fit, zoom, find a card, arrange. */
export function useCanvasPort(viewport: Viewport, focus: () => void): void {
  const { flowToScreenPosition } = useReactFlow();
  useEffect(() => {
    const { fit, zoomIn, zoomOut, zoomTo, centerOn } = viewport;
    const arrange = () =>
      withCommands(({ layoutAll }) => {
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
      turn: () => withCommands(({ turnFlow }) => turnFlow()),
      focus,
      toScreen: flowToScreenPosition,
    });
  }, [viewport, focus, flowToScreenPosition]);
}

/** Loads what can be done to tasks, and how it is asked, once a task is selected: the keys that follow find it there. */
export function useCommandsAhead(): void {
  const hasSelection = useSession(({ document: { selection } }) => selection.tasks.size > 0);
  useEffect(() => {
    if (hasSelection) void Promise.all([commands.load(), import('../questions/AskPicker.tsx')]).catch(() => null);
  }, [hasSelection]);
}
