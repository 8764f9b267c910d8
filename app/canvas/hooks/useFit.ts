import { useNodesInitialized } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/index.ts';
import type { Direction } from '../flow/direction.ts';
import type { Viewport } from './useViewport.ts';

/** Shows the whole workflow when a file is opened and when the flow turns; otherwise the view stays where it is. */
export function useFit(viewport: Viewport, direction: Direction, hasTasks: boolean): void {
  const path = useSession((state) => state.activePath);
  const isReady = useNodesInitialized();
  const fitted = useRef('');
  useEffect(() => {
    const wanted = `${direction} ${path ?? ''}`;
    if (!hasTasks || !isReady || fitted.current === wanted) return;
    fitted.current = wanted;
    viewport.fit();
  }, [path, direction, hasTasks, isReady, viewport]);
}
