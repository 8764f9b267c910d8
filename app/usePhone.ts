import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 760px)');

/** Whether the window is as narrow as a phone, live. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
