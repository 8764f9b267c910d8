import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, useCallback, useRef } from 'react';
import { type MenuPlace, selectForMenu } from '../parts/canvasMenu.tsx';

const NOWHERE: MenuPlace = { node: null, edge: null, at: { x: 0, y: 0 }, point: { x: 0, y: 0 } };

/** Remembers what the context menu was opened on; from the keyboard that is the card with the focus. */
export function useMenuPlace() {
  const place = useRef<MenuPlace>(NOWHERE);
  const { screenToFlowPosition } = useReactFlow();
  const onContextMenuCapture = useCallback(
    (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const at = { x: event.clientX, y: event.clientY };
      place.current = {
        node: target?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null,
        edge: target?.closest<SVGElement>('.react-flow__edge')?.dataset.id ?? null,
        at,
        point: screenToFlowPosition(at),
      };
      selectForMenu(place.current);
    },
    [screenToFlowPosition],
  );
  return { place, onContextMenuCapture };
}
