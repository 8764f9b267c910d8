import type { Page } from '@playwright/test';
import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, tenTimes, test } from './fixtures.ts';

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

async function setFull(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((value) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel takes none.
    new BroadcastChannel('disk').postMessage(value);
  }, isFull);
}

/** Ms from the first write that is refused until the page says why the run is blocked. */
function timeNotice(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let refusedAt: number | null = null;
        new BroadcastChannel('disk').addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'number') refusedAt ??= data;
        });
        const look = (): void => {
          const isSaid = document.body.textContent.includes('storage for Signalbox is full');
          if (isSaid && refusedAt !== null) resolve(performance.timeOrigin + performance.now() - refusedAt);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

test('a full disk pauses a run, which says so within a second and resumes when there is room', async ({
  page,
  context,
}) => {
  await context.route(/engine\.worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: FULL_DISK + (await response.text()) });
  });
  await openApp(page);
  await importText(
    page,
    'waiting.yaml',
    `tasks:
  - { id: pause, type: wait, config: { timeout: 2s, check_interval: 1s }, on_success: { next: after } }
  - { id: after, type: basic }
`,
  );
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  const noticed = timeNotice(page);
  await setFull(page, true);
  await expect(page.getByText(/storage for Signalbox is full/).first()).toBeVisible();
  expect(await noticed).toBeLessThan(tenTimes(1_000));
  await expect(page.getByText(/^Success in/)).toHaveCount(0);
  await setFull(page, false);
  await expect(runBadge(page)).toHaveText(/^Success in/);
});
