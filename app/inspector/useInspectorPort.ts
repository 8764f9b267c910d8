import { type RefObject, useEffect } from 'react';
import type { Path } from '#engine';
import { registerPort } from '../session/index.ts';
import { showTabOf } from './parts/shownTab.ts';

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
    const free = registerPort('inspector', {
      focus: () => requestAnimationFrame(focus),
      reveal(field) {
        showTabOf(field);
        requestAnimationFrame(() => {
          stop?.();
          stop = root.current && whenFound(root.current, (form) => findField(form, field));
        });
      },
    });
    return () => {
      free();
      stop?.();
    };
  }, [root]);
}

/** Gives the focus to the first field now, or when the form is there; answers with a function that stops the waiting. */
function focusField(root: HTMLElement): (() => void) | null {
  return whenFound(root, (form) => form.querySelector<HTMLElement>(FIELD));
}

/** The control of a field, or of the nearest part of the form that holds it; else the first of the form. */
function findField(root: HTMLElement, field: Path): HTMLElement | null {
  for (let length = field.length; length > 0; length -= 1) {
    const part = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(field.slice(0, length).join('.'))}"]`);
    if (part === null) continue;
    if (part.matches(FIELD)) return part;
    // What is inside is drawn once it is known what is asked for there.
    if (length < field.length && part.querySelector('[aria-busy="true"]') !== null) return null;
    const controls = [...part.querySelectorAll<HTMLElement>(FIELD)];
    // A row of a map has its key first, then its value.
    const own = length === field.length ? controls.findLast((control) => !control.matches('button')) : undefined;
    return own ?? controls[0] ?? null;
  }
  return root.querySelector<HTMLElement>(FIELD);
}

/** Gives the focus to an element now, or once the form has it; answers with a function that stops the waiting. */
function whenFound(root: HTMLElement, look: (form: HTMLElement) => HTMLElement | null): (() => void) | null {
  const find = () => look(root);
  const field = find();
  if (field) {
    enter(field);
    return null;
  }
  const observer = new MutationObserver(() => {
    const loaded = find();
    if (!loaded) return;
    stop();
    enter(loaded);
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('pointerdown', stop, { capture: true });
  };
  observer.observe(root, { childList: true, subtree: true });
  // Who goes elsewhere meanwhile is not taken back.
  document.addEventListener('pointerdown', stop, { capture: true });
  return stop;
}

/** As Tab does: what is typed next takes the place of a line of text. */
function enter(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
