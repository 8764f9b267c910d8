import { type RefObject, useEffect, useState } from 'react';

/** Rows rendered above and below what is in view. */
const MARGIN = 8;

/**
 * Which rows of a long list of equal height are in view of its scrolling element.
 * @param rowHeight in px
 * @returns indices `[first, last)` of the rows to render
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): readonly [number, number] {
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [scroller]);
  const first = Math.max(Math.floor(view.top / rowHeight) - MARGIN, 0);
  return [Math.min(first, count), Math.min(Math.ceil((view.top + view.height) / rowHeight) + MARGIN, count)];
}
