import { useSyncExternalStore } from 'react';

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
