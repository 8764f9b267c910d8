import { findMissing } from './findMissing.ts';
import { readFailure } from './readFailure.ts';
import { reloadFresh } from './reloadFresh.ts';

/**
 * Where the app is not on screen, has `screen` say what failed and what to do, in the words that index.html has for it. React empties
 * `root` when it draws the first time, and with it the screen is gone; an app that ends with an error leaves nothing, and it comes back.
 */
export function watchStart(root: HTMLElement, screen: HTMLElement): void {
  const show = (world: string, detail: string): void => {
    const shown = `[data-for~=${world}]${isSecureContext ? '' : ',[data-for=plain]'}`;
    for (const part of screen.querySelectorAll<HTMLElement>('[data-for]')) part.hidden = !part.matches(shown);
    for (const place of screen.querySelectorAll('[data-detail]')) place.textContent = detail;
    screen.setAttribute('role', 'alert');
  };

  /** Also where some of the app gets on screen: without its style sheet, say. */
  const showOver = (world: string, detail: string): void => {
    root.hidden = true;
    root.before(screen);
    show(world, detail);
  };

  const showIfBlank = (detail: string): void => {
    const isStarting = root.contains(screen);
    if (root.hidden || (!isStarting && root.children.length > 0)) return;
    show(isStarting ? 'broken' : 'stopped', detail);
    root.append(screen);
  };

  const read = (event: Event): void => {
    const failure = root.hidden ? null : readFailure(event, location.protocol);
    if (failure === null) return;
    const { world, detail } = failure;
    // An error is reported before the app takes itself off the screen.
    if (world === 'broken') setTimeout(() => showIfBlank(detail));
    else showOver(world, detail);
  };

  for (const button of screen.querySelectorAll('button')) button.addEventListener('click', reloadFresh);
  addEventListener('error', read, true);
  // Not `globalThis`, which came in 2018.
  const missing = findMissing(window);
  if (missing !== null) showOver('old', missing);
}
