import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import type { MenuPlace } from '../commands/canvasMenu.tsx';
import { elementAt, elementOfNode, type FocusedElement, isSelected, selectElement } from './useCanvasFocus.ts';

/** A pointer that moved further does not click, px. */
const STILL = 4;

/**
 * Selects a card that was pressed and moved away from under the pointer before it was let go, as when the rest of a large file
 * was read in that moment: the click would go to what is there now.
 */
export function useSteadyClick() {
  const [handlers] = useState(createSteadyClick);
  return handlers;
}

/** The same for code outside of components. */
export function createSteadyClick() {
  let pressed: { readonly element: FocusedElement; readonly x: number; readonly y: number } | null = null;
  return {
    onPointerDownCapture: ({ button, clientX: x, clientY: y, target }: PointerEvent) => {
      const element = button === 0 ? elementAt(target) : null;
      pressed = element && { element, x, y };
    },
    onPointerUpCapture: ({ clientX: x, clientY: y, currentTarget }: PointerEvent) => {
      if (pressed === null || Math.hypot(x - pressed.x, y - pressed.y) > STILL) return;
      const { element } = pressed;
      pressed = null;
      const under = document.elementFromPoint(x, y);
      if (currentTarget.contains(under) && elementAt(under)?.id !== element.id)
        // After the click, which clears the selection.
        setTimeout(() => selectElement(element));
    },
  };
}

/** Keeps a pinch over an element, and over all in it, from zooming the page. Returns a function that ends this. */
export function keepPageZoom(element: EventTarget): () => void {
  element.addEventListener('wheel', hold, { passive: false });
  return () => element.removeEventListener('wheel', hold);
}

/** A pinch on a trackpad arrives as a wheel with Ctrl. */
function hold(event: Event & { readonly ctrlKey?: boolean }): void {
  if (event.ctrlKey) event.preventDefault();
}

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
