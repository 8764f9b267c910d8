import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { type CanvasAct, notify, registerPort, useSession } from '../../session/index.ts';
import type { ToScreen } from '../acts/runAct.ts';
import { layoutAll, turnFlow } from './edits.ts';
import type { Viewport } from './useViewport.ts';

/** Lends the canvas to actions that start elsewhere: fit, zoom, find a card, arrange. */
export function useCanvasPort(viewport: Viewport, focus: () => void): void {
  const { flowToScreenPosition } = useReactFlow();
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
      act: (name) => void act(name, flowToScreenPosition),
    });
  }, [viewport, focus, flowToScreenPosition]);
}

/** Loads what can be done to tasks, and how it is asked, once a task is selected: the keys that follow find it there. */
export function useActsAhead(): void {
  const hasSelection = useSession(({ selection }) => selection.tasks.size > 0);
  useEffect(() => {
    if (hasSelection)
      void Promise.all([import('../acts/runAct.ts'), import('../parts/AskPicker.tsx')]).catch(() => null);
  }, [hasSelection]);
}

async function act(name: CanvasAct, toScreen: ToScreen): Promise<void> {
  const acts = await import('../acts/runAct.ts').catch(() => null);
  if (acts) acts.runAct(name, toScreen);
  else notify({ kind: 'error', message: NOT_LOADED });
}

const NOT_LOADED =
  'That could not be loaded. Check the connection to the server that this page came from, and try again.';
