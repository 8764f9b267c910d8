import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Movable.module.css';

/** An element that is drawn in one place of the page or in another, and stays what it is: see {@link Movable}. */
export interface MovableFrame {
  readonly element: HTMLElement;
  /** Moves it into a place. @returns what is called before that place goes */
  readonly enter: (place: HTMLElement | null) => () => void;
}

/** A frame for a {@link Movable}, the same one for the life of the component. */
export function useMovableFrame(): MovableFrame {
  const [frame] = useState(createFrame);
  return frame;
}

interface MovableProps {
  readonly frame: MovableFrame;
  readonly children: ReactNode;
}

/**
 * Draws its children where the {@link MovablePlace} of its frame is. When another place takes over, as that of another layout, they
 * keep their state: what is typed, which dialogs are open, what has the focus, how far they are scrolled. Written after its places.
 */
export function Movable({ frame, children }: MovableProps): ReactNode {
  return createPortal(children, frame.element);
}

/** Where a frame is drawn. At most one of a frame at a time; without one it keeps its state and is not shown. */
export function MovablePlace({ frame: { enter } }: Pick<MovableProps, 'frame'>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => enter(place.current), [enter]);
  return <div ref={place} className={styles.place} />;
}

function createFrame(): MovableFrame {
  const element = document.createElement('div');
  element.className = styles.frame ?? '';
  let restore: (() => void) | null = null;
  return {
    element,
    enter: (place) => {
      place?.append(element);
      restore?.();
      restore = null;
      return () => {
        restore = noteView(element);
      };
    },
  };
}

/** Notes what an element loses while it is not in the page. @returns what gives it back */
function noteView(element: HTMLElement): () => void {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [...element.querySelectorAll('*')].flatMap((part) => {
    const { scrollTop: top, scrollLeft: left } = part;
    return top === 0 && left === 0 ? [] : [{ part, top, left }];
  });
  return () => {
    for (const { part, top, left } of scrolled) part.scrollTo({ top, left, behavior: 'instant' });
    // Something else may have taken the focus since.
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
  };
}
