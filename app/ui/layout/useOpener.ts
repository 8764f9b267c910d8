import { useMemo, useRef } from 'react';

/** What a dialog does with the focus around it: notes what had it, and gives it back unless something else has taken it. */
export function useOpener(): { readonly note: () => void; readonly giveBack: (event: Event) => void } {
  const opener = useRef<HTMLElement | SVGElement | null>(null);
  return useMemo(
    () => ({
      note: () => {
        opener.current = findOpener();
      },
      giveBack: (event) => {
        event.preventDefault();
        const { activeElement, body } = document;
        if (activeElement !== null && activeElement !== body) return;
        opener.current?.focus({ preventScroll: true });
      },
    }),
    [],
  );
}

/** What has the focus; of a menu, which goes with its focus, what opened it. */
function findOpener(): HTMLElement | SVGElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return active instanceof HTMLElement || active instanceof SVGElement ? active : null;
}
