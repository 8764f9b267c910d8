import { type DragEvent, type KeyboardEvent, useState } from 'react';

/** Distinguishes a drag of a route from other drags; the list it belongs to is known from the state below. */
const FORMAT = 'application/x-signalbox-route';

/** Puts routes into another order: by a handle that is dragged, or by keys on it. */
export interface RouteDrag {
  /** In front of which route the dragged one would come; the number of routes for the end. Null while none is dragged. */
  readonly over: number | null;
  /** What makes a row a place to drop on. */
  rowProps(index: number): {
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
  /** What makes a button the handle of a route. */
  handleProps(
    key: string,
    place: { readonly index: number; readonly count: number },
  ): {
    readonly draggable: true;
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
    readonly onDragEnd: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/**
 * Follows the drag of a route in one list.
 * @param move puts a route at a place counted from 0 without itself
 */
export function useRouteDrag(move: (key: string, index: number) => void): RouteDrag {
  const [held, setHeld] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const stop = () => {
    setHeld(null);
    setOver(null);
  };
  return {
    over,
    rowProps: (index) => ({
      onDragOver: (event) => {
        if (!held || !event.dataTransfer.types.includes(FORMAT)) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        setOver(event.clientY < top + height / 2 ? index : index + 1);
      },
      onDrop: (event) => {
        if (!held || over === null) return;
        event.preventDefault();
        const to = over > held.index ? over - 1 : over;
        stop();
        if (to !== held.index) move(held.key, to);
      },
    }),
    handleProps: (key, { index, count }) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.setData(FORMAT, key);
        event.dataTransfer.effectAllowed = 'move';
        const row = event.currentTarget.parentElement?.parentElement;
        if (row) event.dataTransfer.setDragImage(row, 16, 16);
        setHeld({ key, index });
      },
      onDragEnd: stop,
      onKeyDown: (event) => {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (!event.altKey || step === 0) return;
        event.preventDefault();
        const to = index + step;
        if (to < 0 || to >= count) return;
        const handle = event.currentTarget;
        move(key, to);
        // An element that is put elsewhere loses the focus.
        requestAnimationFrame(() => handle.focus());
      },
    }),
  };
}
