import { useNodesInitialized, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { session, useSession } from '../../session/index.ts';
import type { Direction } from '../model/direction.ts';
import type { Viewport } from './useViewport.ts';

/**
 * Chooses the view when a file is opened and when the flow turns, so that a selected task is seen; otherwise it stays where it is.
 * @param isBeginning whether more of the file is still read: with all of it the view is chosen again, unless it was moved
 */
export function useFit(viewport: Viewport, direction: Direction, hasTasks: boolean, isBeginning: boolean): void {
  const path = useSession((state) => state.document.activePath);
  const hasRoom = useStore(({ width, height }) => width > 0 && height > 0);
  const isReady = useNodesInitialized() && hasRoom;
  const fitted = useRef({ wanted: '', isBeginning });
  useEffect(() => {
    const wanted = `${direction} ${path ?? ''}`;
    const before = fitted.current;
    if (!hasTasks || !isReady || (before.wanted === wanted && before.isBeginning === isBeginning)) return;
    fitted.current = { wanted, isBeginning };
    if (before.wanted === wanted && !viewport.isAsOpened()) return;
    viewport.open();
    // On a phone the canvas comes back with the task that was added.
    const [only, ...others] = session.getState().document.selection.tasks;
    if (only !== undefined && others.length === 0) viewport.centerOn(only);
  }, [path, direction, hasTasks, isReady, isBeginning, viewport]);
}
