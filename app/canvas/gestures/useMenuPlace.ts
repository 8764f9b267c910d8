import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, useCallback, useRef } from 'react';
import type { MenuPlace } from '../commands/canvasMenu.tsx';
import { elementOfNode, isSelected, selectElement } from './focusedElement.ts';

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

/** Selects what the menu is opened on, unless it is part of what is selected. */
function selectForMenu({ node, edge }: MenuPlace): void {
  const element = node !== null ? elementOfNode(node) : edge !== null ? ({ kind: 'edge', id: edge } as const) : null;
  if (element !== null && !isSelected(element)) selectElement(element);
}
