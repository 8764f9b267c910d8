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
