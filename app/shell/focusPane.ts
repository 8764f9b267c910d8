import { port } from '../session/index.ts';

/** The panes that keys go through, in their order on screen. */
const PANES = ['panel', 'canvas', 'source', 'inspector', 'drawer'];

const FOCUSABLE = 'input, textarea, select, button:not([tabindex="-1"]), a[href], [tabindex="0"]';

/** How long a pane that is still loading is waited for, in ms. */
const PATIENCE = 3000;

/** Gives the focus to the next pane that is on screen, or to the one before. */
export function focusPane(step: 1 | -1): void {
  const shown = PANES.flatMap((id) => document.querySelector<HTMLElement>(`[data-pane="${id}"]`) ?? []);
  const at = shown.findIndex((pane) => pane.contains(document.activeElement));
  const pane = at === -1 ? shown.at(step === 1 ? 0 : -1) : shown.at((at + step) % shown.length);
  if (pane) enter(pane);
}

/** Gives the focus to the side panel, once it is there. */
export function focusPanel(): void {
  const until = performance.now() + PATIENCE;
  const look = (): void => {
    const pane = document.querySelector<HTMLElement>('[data-pane="panel"]');
    if ((pane === null || !focusPart(pane)) && performance.now() < until) requestAnimationFrame(look);
  };
  look();
}

/** A panel that has nothing to press takes the focus itself. */
function focusPart(pane: HTMLElement): boolean {
  if (focusFirst(pane)) return true;
  const panel = pane.querySelector('section');
  if (panel === null) return false;
  // Only for as long as it has the focus: a click next to what is in it leaves the keys where they are.
  panel.tabIndex = -1;
  panel.addEventListener('blur', () => panel.removeAttribute('tabindex'), { once: true });
  panel.focus();
  return true;
}

function enter(pane: HTMLElement): void {
  if (pane.dataset['pane'] === 'canvas' && port('canvas')) port('canvas')?.focus();
  else if (pane.dataset['pane'] === 'source' && port('source')) port('source')?.focus();
  else focusFirst(pane);
}

/** Whether there was something in it that takes the focus. */
function focusFirst(pane: HTMLElement): boolean {
  const first = [...pane.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => !element.matches(':disabled') && element.checkVisibility(),
  );
  first?.focus();
  return first !== undefined;
}
