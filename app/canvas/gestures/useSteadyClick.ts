import { type PointerEvent, useState } from 'react';
import { elementAt, type FocusedElement, selectElement } from './focusedElement.ts';

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
