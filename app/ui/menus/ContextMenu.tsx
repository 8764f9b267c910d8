import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { withProps } from '../base/withProps.ts';
import { showToast } from '../feedback/Toasts.tsx';
import { LazyMenu } from './Menu.tsx';
import type { MenuEntry } from './renderMenuEntries.tsx';

export interface ContextMenuProps {
  /** The one element the menu belongs to; it takes a ref. */
  readonly children: ReactNode;
  /** Read when the menu opens. Entries that reject are reported to the user. */
  readonly entries: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>;
  /** The accessible name of the menu. */
  readonly label: string;
}

interface Opened {
  readonly x: number;
  readonly y: number;
  readonly entries: readonly MenuEntry[];
  readonly isByKey: boolean;
  readonly returnTo: HTMLElement | null;
}

/** How long a finger rests before the menu opens, in ms. */
const LONG_PRESS = 700;

/** The menu under the right button, the menu key and a long press. */
export function ContextMenu({ children, entries, label }: ContextMenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [press] = useState(createPress);
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => press.stop, [press]);

  const open = ({ clientX: x, clientY: y }: MouseEvent, isByKey: boolean) => {
    const focused = document.activeElement;
    const returnTo = focused instanceof HTMLElement ? focused : null;
    const show = (read: readonly MenuEntry[]) => setOpened({ x, y, entries: read, isByKey, returnTo });
    const found = entries();
    if (!(found instanceof Promise)) show(found);
    else found.then(show, ({ message }: Error) => showToast({ kind: 'error', message }));
  };
  return (
    <>
      {withProps<HTMLElement>(children, {
        style: { WebkitTouchCallout: 'none' },
        onContextMenu: (event) => {
          press.stop();
          event.preventDefault();
          open(event, event.button === 0 && !event.ctrlKey);
        },
        onPointerDown: (event) => {
          if (event.pointerType === 'mouse') return;
          setOpened(null);
          press.start(() => open(event, false));
        },
        onPointerMove: press.stop,
        onPointerCancel: press.stop,
        onPointerUp: press.stop,
      })}
      {opened &&
        createPortal(
          <>
            <span
              ref={anchor}
              key={`${opened.x} ${opened.y}`}
              aria-hidden
              style={{ position: 'fixed', left: opened.x, top: opened.y }}
            />
            <LazyMenu
              key={`menu ${opened.x} ${opened.y}`}
              anchor={anchor}
              returnTo={opened.returnTo}
              entries={opened.entries}
              name={{ 'aria-label': label }}
              place={{ side: 'right', align: 'start', sideOffset: 2 }}
              isByKey={opened.isByKey}
              onClose={() => setOpened(null)}
            />
          </>,
          document.body,
        )}
    </>
  );
}

/** Detects a long press. */
function createPress() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = (act: () => void) => {
    stop();
    timer = setTimeout(act, LONG_PRESS);
  };
  return { start, stop };
}
