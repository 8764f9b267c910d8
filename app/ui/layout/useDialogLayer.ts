import { useLayoutEffect, useMemo, useRef } from 'react';

interface Layer {
  readonly close: () => void;
}

/** The dialogs that are open, the topmost last. */
const layers: Layer[] = [];

/** What a dialog asks before it closes for a key or a click. */
export interface DialogLayer {
  /** Escape closes the topmost dialog alone, whichever hears of it first. */
  readonly onEscapeKeyDown: (event: KeyboardEvent) => void;
  /** A click next to a dialog that has another one over it is for that one. */
  readonly onInteractOutside: (event: Event) => void;
}

/**
 * The place of a dialog among those that are open. The layers of Radix learn of a new one a moment after it is in the page: until then the
 * one below would take its keys and clicks.
 */
export function useDialogLayer(isOpen: boolean, onClose: () => void): DialogLayer {
  const closing = useRef(onClose);
  const layer = useMemo<Layer>(() => ({ close: () => closing.current() }), []);
  useLayoutEffect(() => {
    closing.current = onClose;
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen, layer]);
  return useMemo(
    () => ({
      onEscapeKeyDown: (event) => {
        const top = layers.at(-1);
        if (top === undefined || top === layer || event.defaultPrevented) return;
        event.preventDefault();
        top.close();
      },
      onInteractOutside: (event) => {
        if (layers.at(-1) !== layer) event.preventDefault();
      },
    }),
    [layer],
  );
}

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
