/** Why the app is not on screen: the name that index.html has for it, and what the browser says. */
export interface Failure {
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
