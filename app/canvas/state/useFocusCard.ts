import { useCallback } from 'react';

/** Brings a card into view and gives it the focus, once it is drawn. */
export function useFocusCard(root: { readonly current: HTMLElement | null }, centerOn: (id: string) => void) {
  return useCallback(
    (id: string) => {
      centerOn(id);
      requestAnimationFrame(() => {
        const card = root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
        (card ?? root.current)?.focus({ preventScroll: true });
      });
    },
    [root, centerOn],
  );
}
