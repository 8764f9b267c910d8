import { useStoreApi, type Viewport } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { holdFollowing } from '../../session/runSteps/index.ts';

/** How the view is moved: by a dragging pointer, by the wheel, or nearer and farther by the wheel. */
type Motion = 'drag' | 'scroll' | 'zoom';

/**
 * Marks the canvas while a pointer or the wheel moves its view (`data-moving`), past React: `Ground.module.css` says what for.
 * @param onStart called as the view begins to move; without an event where a command moves it
 */
export function useMoving(onStart: (event: MouseEvent | TouchEvent | null) => void) {
  const store = useStoreApi();
  const before = useRef<Viewport | null>(null);
  return useMemo(() => {
    const mark = (motion: Motion | null): void => {
      const { domNode } = store.getState();
      if (motion === null) domNode?.removeAttribute('data-moving');
      else domNode?.setAttribute('data-moving', motion);
    };
    return {
      onMoveStart: (event: MouseEvent | TouchEvent | null, view: Viewport) => {
        mark(motionOf(event));
        before.current = view;
        // By the wheel it has moved already.
        if (event?.type === 'wheel') holdFollowing();
        onStart(event);
      },
      onMoveEnd: (event: MouseEvent | TouchEvent | null, view: Viewport) => {
        mark(null);
        // A press without a move is none.
        if (event !== null && (before.current?.x !== view.x || before.current.y !== view.y)) holdFollowing();
      },
    };
  }, [store, onStart]);
}

/** Null for fingers, which do both at once. */
function motionOf(event: MouseEvent | TouchEvent | null): Motion | null {
  if (!(event instanceof MouseEvent)) return null;
  if (event.type !== 'wheel') return 'drag';
  return event.ctrlKey || event.metaKey ? 'zoom' : 'scroll';
}
