import type { BrowserContext, Page } from '@playwright/test';
import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

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
async function setFull(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((value) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel takes none.
    new BroadcastChannel('disk').postMessage(value);
  }, isFull);
}

/** Opens the app with a disk that can be filled, and runs a workflow until it waits. */
async function startWaiting(page: Page, context: BrowserContext): Promise<void> {
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

test('a full disk pauses a run, which says so and resumes when there is room', async ({ page, context }) => {
  await startWaiting(page, context);
  await setFull(page, true);
  const alert = page.getByRole('alert').filter({ hasText: 'The run is blocked' });
  await expect(alert).toContainText('storage for Signalbox is full');
  await expect(alert.getByRole('button', { name: 'Export the run' })).toBeEnabled();
  await expect(page.getByText(/^Success in/)).toHaveCount(0);
  await setFull(page, false);
  await expect(runBadge(page)).toHaveText(/^Success in/);
});

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

/** Ms that a change of the page takes until the next frame but one sees it. */
function timeFrames(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - start;
  });
}

test('a full disk is reported within ten times a second, or ten times what frames take here', async ({
  page,
  context,
}) => {
  await startWaiting(page, context);
  const floor = await timeFrames(page);
  const noticed = timeNotice(page);
  await setFull(page, true);
  expect(await noticed).toBeLessThan(10 * Math.max(1_000, floor));
});
