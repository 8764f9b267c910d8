import { connectEngine } from '#engine/worker';

/** The page's engine. Its worker loads while the rest of the page does: nothing delays a resumed run longer. */
export const connection = connectEngine();

// WebKit keeps a page that is left as it is, with its worker: the runs in it would stand still, and continue nowhere else.
window.addEventListener('pagehide', ({ persisted }) => {
  if (persisted) connection.end();
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
