import { useStoreApi } from '@xyflow/react';
import { type PointerEvent, useRef, useState } from 'react';
import { withCommands } from '../commands/lazyCommands.ts';
import { GRID } from '../model/toPosition.ts';

/** The shortest sides that a corner is drawn to, px. */
const LEAST = { width: 120, height: 60 };

interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Drawing a note larger by its corner: it follows the pointer by steps of the grid, and is kept as one step when let go. */
export function useNoteResize({ id, width, height }: Sized) {
  const store = useStoreApi();
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  }
  function onPointerMove(event: PointerEvent) {
    if (from.current === null) return;
    const zoom = store.getState().transform[2];
    setSize({
      width: Math.max(LEAST.width, snap(width + (event.clientX - from.current.x) / zoom)),
      height: Math.max(LEAST.height, snap(height + (event.clientY - from.current.y) / zoom)),
    });
  }
  function onPointerUp() {
    from.current = null;
    if (size !== null) withCommands(({ changeNote }) => changeNote(id, size));
    setSize(null);
  }
  return { size, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}
