import type { BrowserContext, Page } from '@playwright/test';
import { expectStatus, importText, openApp, startRun } from './app.ts';

/** Prepended to the engine's code: refuses journals as a full disk does, while switched on by a message. */
const FULL_DISK = `{
  let isFull = false;
  const disk = new BroadcastChannel('disk');
  disk.addEventListener('message', ({ data }) => { isFull = data; });
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...values) {
    if (!isFull || this.name !== 'chunks') return put.apply(this, values);
    disk.postMessage(performance.timeOrigin + performance.now());
    throw new DOMException('full', 'QuotaExceededError');
  };
}
`;

/** Fills the disk for journals, or makes room. */
export async function setFull(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((value) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel takes none.
    new BroadcastChannel('disk').postMessage(value);
  }, isFull);
}

/** Opens the app with a disk that can be filled, and runs a workflow until it waits. */
export async function startWaiting(page: Page, context: BrowserContext): Promise<void> {
  await context.route(/engine\.worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: FULL_DISK + (await response.text()) });
  });
  await openApp(page);
  await importText(
    page,
    'waiting.yaml',
    `tasks:
  - { id: pause, type: wait, config: { timeout: 3s, check_interval: 1s }, on_success: { next: after } }
  - { id: after, type: basic }
`,
  );
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
}
