import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { revealRow } from '../../ui/index.ts';
import type { FamilyOutline } from './outline/FamilyOutline.ts';
import { ROW_HEIGHT } from './TimelineLine.tsx';

/**
 * The keys of the rows: up and down walk from row to row, Home and End go to the first and the last. Right unfolds a row, or goes to the
 * first one inside; left folds it, or goes to the row that it is inside of, also where that is far out of view.
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  outline: FamilyOutline,
): (event: KeyboardEvent<HTMLElement>) => void {
  /** The row that gets the focus once it is drawn. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current !== null && focusRow(scroller.current, wanted.current)) wanted.current = null;
  });
  return useCallback(
    (event) => {
      const line = event.target instanceof Element ? event.target.closest('[data-index]') : null;
      if (line === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      wanted.current = null;
      const index = Number(line.getAttribute('data-index'));
      const go = (to: number): void => {
        if (to < 0) return;
        revealRow(scroller.current, to, ROW_HEIGHT);
        if (!focusRow(scroller.current, to)) wanted.current = to;
      };
      if (!act(event.key, { line, index, last: outline.length - 1, go, around: () => outline.indexAround(index) }))
        return;
      event.preventDefault();
    },
    [scroller, outline],
  );
}

interface RowFocus {
  readonly line: Element;
  readonly index: number;
  readonly last: number;
  readonly go: (index: number) => void;
  /** The row that it is inside of; -1: none. */
  readonly around: () => number;
}

function act(key: string, { line, index, last, go, around }: RowFocus): boolean {
  const turn = line.querySelector<HTMLElement>('[aria-expanded]');
  const isOpen = turn?.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      focusIn(line, 'nextElementSibling');
      return true;
    case 'ArrowUp':
      focusIn(line, 'previousElementSibling');
      return true;
    case 'Home':
      go(0);
      return true;
    case 'End':
      go(last);
      return true;
    case 'ArrowRight':
      if (isOpen === 'false') turn?.click();
      else if (isOpen === 'true') go(index + 1);
      return true;
    case 'ArrowLeft':
      if (isOpen === 'true') turn?.click();
      else go(around());
      return true;
    default:
      return false;
  }
}

/** Gives the focus to the next row in a direction; rows beyond the visible ones are drawn. */
function focusIn(line: Element, way: 'nextElementSibling' | 'previousElementSibling'): void {
  let at = line[way];
  while (at !== null && rowIn(at) === null) at = at[way];
  if (at !== null) rowIn(at)?.focus();
}

function focusRow(scroller: HTMLElement | null, index: number): boolean {
  const line = scroller?.querySelector(`[data-index="${index}"]`) ?? null;
  const row = line === null ? null : rowIn(line);
  row?.focus();
  return row !== null;
}

function rowIn(line: Element): HTMLElement | null {
  return line.querySelector<HTMLElement>('[data-row]');
}
