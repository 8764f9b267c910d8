import { type RefObject, useEffect } from 'react';
import { registerPort } from '../session/index.ts';

const FIELD = 'input, textarea, select, [role="combobox"], button';

/** How long a form that is still loading is waited for, in ms. */
const PATIENCE = 3000;

/** Exposes the inspector to keys pressed elsewhere: its first field takes the focus. */
export function useInspectorPort(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    const focus = () => {
      stop?.();
      stop = root.current && focusField(root.current);
    };
    // What was selected a moment ago is drawn by the next frame.
    const free = registerPort('inspector', { focus: () => requestAnimationFrame(focus) });
    return () => {
      free();
      stop?.();
    };
  }, [root]);
}

/** Gives the focus to the first field now, or when the form is there; answers with a function that stops the waiting. */
function focusField(root: HTMLElement): (() => void) | null {
  const find = () => root.querySelector<HTMLElement>(FIELD);
  const field = find();
  if (field) {
    field.focus();
    return null;
  }
  const observer = new MutationObserver(() => {
    const loaded = find();
    if (!loaded) return;
    stop();
    loaded.focus();
  });
  const timer = setTimeout(() => observer.disconnect(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(root, { childList: true, subtree: true });
  return stop;
}
