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

/** Why the app is not on screen: the name that index.html has for it, and what the browser says. */
interface Failure {
  /**
   * - `part`: a script or style sheet of the page did not arrive; `detail` is its name;
   * - `file`: the same, of a page that was opened as a file;
   * - `broken`: an error that nothing handled; `detail` is its message.
   */
  readonly world: 'part' | 'file' | 'broken';
  readonly detail: string;
}

/** What of an `error` event is read: of the window it has a message, of an element the address that it loads. */
type ErrorLike = Pick<Event, 'target'> & { readonly message?: string; readonly filename?: string };

/**
 * Reads an `error` event. Null for what does not keep the app off the screen: pictures, style sheets that come later (they are in the
 * head, those of the page in its body), and scripts of extensions.
 * @param protocol of the page
 */
export function readFailure({ target, message, filename = '' }: ErrorLike, protocol: string): Failure | null {
  const address = addressOf(target);
  if (address !== null) return { world: protocol === 'file:' ? 'file' : 'part', detail: shorten(address) };
  return message === undefined || /-extension:/.test(filename) ? null : { world: 'broken', detail: message };
}

function addressOf(target: EventTarget | null): string | null {
  if (target === null || !('tagName' in target)) return null;
  if (target.tagName === 'SCRIPT') return String(Reflect.get(target, 'src'));
  const isOfPage = Reflect.get(target, 'parentElement')?.tagName === 'BODY';
  return target.tagName === 'LINK' && isOfPage ? String(Reflect.get(target, 'href')) : null;
}

/** The file and its folder, as whoever runs the site knows them. */
function shorten(address: string): string {
  return address.split('/').slice(-2).join('/');
}

/** How long the site may take to answer before the page is reloaded as it is kept, and then the service worker to be unregistered, in ms. */
const PATIENCE = { site: 10_000, worker: 3_000 } as const;

/**
 * Reloads the page, from its site where that answers: a version that is kept on the device and has lost a part would fail again
 * in the same way. Files, settings and runs are kept apart from it.
 */
export function reloadFresh(): void {
  const { serviceWorker: workers } = navigator;
  // Pages that came over plain HTTP have none.
  if (workers === undefined || workers.controller === null) return reload();
  // Something has to come of a button that was pressed, also where no one answers.
  setTimeout(reload, PATIENCE.site);
  // No version answers for the worker itself.
  fetch('sw.js', { cache: 'no-store' })
    .then(({ ok }) => {
      if (!ok) return;
      setTimeout(reload, PATIENCE.worker);
      return workers.getRegistration().then((registration) => registration?.unregister());
    })
    .then(reload, reload);
}

function reload(): void {
  location.reload();
}

/**
 * The newest things that all of the app rests on, by the names that developers know them by. No browser has had all three before
 * Chrome 116, Firefox 125 and Safari 17.4, which have everything else that the app needs, too.
 */
const NEEDED: readonly (readonly [name: string, isThere: (page: Page) => boolean])[] = [
  ['Array.prototype.toSorted', ({ Array }) => 'toSorted' in Array.prototype],
  ['AbortSignal.any', ({ AbortSignal }) => 'any' in AbortSignal],
  ['popover', ({ HTMLElement }) => 'popover' in HTMLElement.prototype],
];

type Page = Pick<typeof globalThis, 'Array' | 'AbortSignal' | 'HTMLElement'>;

/** The first thing that a browser is too old to have; null: it has all that Signalbox needs. */
export function findMissing(page: Page): string | null {
  const missing = NEEDED.find(([, isThere]) => !isThere(page));
  return missing === undefined ? null : missing[0];
}
