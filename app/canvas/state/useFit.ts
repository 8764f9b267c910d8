import { useNodesInitialized, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/index.ts';
import type { Direction } from '../model/direction.ts';
import type { Viewport } from './useViewport.ts';

/** Chooses the view when a file is opened and when the flow turns; otherwise it stays where it is. */
export function useFit(viewport: Viewport, direction: Direction, hasTasks: boolean): void {
  const path = useSession((state) => state.document.activePath);
  const hasRoom = useStore(({ width, height }) => width > 0 && height > 0);
  const isReady = useNodesInitialized() && hasRoom;
  const fitted = useRef('');
  useEffect(() => {
    const wanted = `${direction} ${path ?? ''}`;
    if (!hasTasks || !isReady || fitted.current === wanted) return;
    fitted.current = wanted;
    viewport.open();
  }, [path, direction, hasTasks, isReady, viewport]);
}
