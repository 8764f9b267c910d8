/** How often an opening is tried again, and ms between: less than a second in all, as trouble is told within that. */
const TRIES = 3;
const PAUSE = 200;

/**
 * Opens a database. A browser that was killed a moment ago may still hold its files: Chromium then says `UnknownError`, and
 * opens it when it is asked again. Rejects with any other failure at once.
 */
export async function openPatiently<T>(open: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await open();
    } catch (error) {
      if (left === 0 || !(error instanceof DOMException) || error.name !== 'UnknownError') throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
