/** How long the site and the service worker may take to answer before the page is reloaded without them, in ms. */
const PATIENCE = 3_000;

/**
 * Reloads the page, from its site where that answers: a version that is kept on the device and has lost a part would fail again
 * in the same way. Files, settings and runs are kept apart from it.
 */
export function reloadFresh(): void {
  const { serviceWorker: workers } = navigator;
  // Pages that came over plain HTTP have none.
  if (workers === undefined || workers.controller === null) return reload();
  // A worker that hangs keeps its page: a person pressed a button, and something has to come of it.
  setTimeout(reload, PATIENCE);
  // No version answers for the worker itself.
  fetch('sw.js', { cache: 'no-store' })
    .then(({ ok }) => (ok ? workers.getRegistration() : undefined))
    .then((registration) => registration?.unregister())
    .then(reload, reload);
}

function reload(): void {
  location.reload();
}
