/** Most retries. With the delays they take less than a second, within which a failure must be reported. */
const MOST_RETRIES = 3;

/** Delay between retries, in ms. */
const RETRY_DELAY = 200;

/**
 * Opens a database. A browser that was just killed may still hold its files: Chromium then rejects with `UnknownError`, and
 * a retry succeeds. Rejects with any other error immediately.
 */
export async function openWithRetry<T>(open: () => Promise<T>): Promise<T> {
  for (let left = MOST_RETRIES; ; left -= 1) {
    try {
      return await open();
    } catch (error) {
      if (left === 0 || !(error instanceof DOMException) || error.name !== 'UnknownError') throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }
}
