import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

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

/** Rows a page key goes. */
const PAGE = 12;

/** Which of so many rows a key leads to from the one at an index; undefined for a key that leads nowhere in a list. */
export function moveInRows(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + PAGE, last);
    case 'PageUp':
      return Math.max(index - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The row that the one at an index is below; undefined at the top. */
export function findParentRow(rows: readonly { readonly level: number }[], index: number): number | undefined {
  const level = rows[index]?.level ?? 1;
  const parent = rows.findLastIndex((row, at) => at < index && row.level < level);
  return parent === -1 ? undefined : parent;
}

/**
 * Scrolls a list of rows of equal height as little as needed to show one; nothing for the index -1.
 * @param rowHeight in px
 */
export function revealRow(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller || index < 0) return;
  const top = index * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + rowHeight - scroller.clientHeight;
}

/** Height of a row that is touched, px. */
const TOUCHED = 40;

/**
 * Height of the rows of a list, px: that for a mouse, or on a phone one that a finger hits.
 * @param fine the height for a mouse, px
 */
export function useRowHeight(fine: number): number {
  return useSyncExternalStore(subscribe, isTouched) ? TOUCHED : fine;
}

function touch(): MediaQueryList {
  return matchMedia('(max-width: 640px)');
}

function isTouched(): boolean {
  return touch().matches;
}

function subscribe(onChange: () => void): () => void {
  const query = touch();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
