import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { type PointerEvent, useMemo } from 'react';
import { useRegion } from '../state/useRegion.ts';
import styles from './Ground.module.css';

/** From where on dots lie so close that they are only grey, px of the part of the canvas. */
const FAR = 7_000;

/** The dots of the grid, painted once for a part of the canvas, and what keeps the pointer off cards while the view moves. */
export function Ground() {
  const region = useRegion();
  const pass = usePassing();
  if (region === null) return null;
  const { x, y, width, height } = region;
  const place = { transform: `translate(${x}px, ${y}px)`, width, height };
  return (
    <ViewportPortal>
      {width < FAR && <div className={styles.dots} style={place} />}
      <div className={styles.shield} style={place} {...pass} />
    </ViewportPortal>
  );
}

const PARTS = '.react-flow__node, .react-flow__edge';

/** How far a pointer may move between press and release of a click, px. */
const STILL = 4;

/**
 * A zoom by the wheel and a drag of the view count as over a while after their last step. A pointer that moves by then, with no button
 * down, is free at once, and a click goes to what lies under the shield.
 */
function usePassing() {
  const store = useStoreApi();
  return useMemo(() => {
    const lift = (): boolean => {
      const { domNode } = store.getState();
      if (domNode?.dataset['moving'] === undefined) return false;
      delete domNode.dataset['moving'];
      return true;
    };
    return {
      onPointerMove: (event: PointerEvent) => {
        if (event.buttons === 0 && (event.movementX !== 0 || event.movementY !== 0)) lift();
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0 && lift()) passNextClick(event.clientX, event.clientY);
      },
    };
  }, [store]);
}

/** Gives a click of the press that has just begun to the card or line at its place. */
function passNextClick(x: number, y: number): void {
  const onClick = (event: MouseEvent): void => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) return;
    // The press has put up the shield again: it may begin a drag of the view.
    const under = document.elementsFromPoint(x, y).find((element) => element.closest(PARTS));
    if (!under) return;
    event.stopPropagation();
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    const options = { bubbles: true, cancelable: true, clientX: x, clientY: y, shiftKey, ctrlKey, metaKey, altKey };
    under.dispatchEvent(new MouseEvent('click', options));
    if (event.detail === 2) under.dispatchEvent(new MouseEvent('dblclick', options));
  };
  // The release of a press comes before its click.
  const end = (): void => void setTimeout(() => window.removeEventListener('click', onClick, true), 0);
  window.addEventListener('click', onClick, { capture: true, once: true });
  window.addEventListener('pointerup', end, { capture: true, once: true });
}
