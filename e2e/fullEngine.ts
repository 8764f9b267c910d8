import type { Page } from './fixtures.ts';

/** Lets a test fill the engine's storage and free it again, as the browser does it: by an error of each write. */
export async function holdStorage(page: Page): Promise<(isFull: boolean) => Promise<void>> {
  await page.route(/engine\.worker-[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${fillStorage.toString()})();\n${await response.text()}` });
  });
  return (isFull) =>
    page.evaluate((full) => {
      const channel = new BroadcastChannel('storage-of-the-test');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin and takes none.
      channel.postMessage(full);
      channel.close();
    }, isFull);
}

function fillStorage(): void {
  let isFull = false;
  new BroadcastChannel('storage-of-the-test').addEventListener('message', ({ data }) => {
    isFull = data === true;
  });
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function fill(this: IDBObjectStore, ...given: Parameters<IDBObjectStore['put']>) {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return put.apply(this, given);
  };
}
