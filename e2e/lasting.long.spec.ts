import { readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { expect, type Page, test } from './fixtures.ts';
import { finish, reloadAndResume, runUntilSignal, watchHere } from './lasting.ts';
import { bar, drawer, state } from './runs.ts';

test('a run resumes after a reload and finishes', async ({ page }) => {
  await runUntilSignal(page);
  await reloadAndResume(page);
  await finish(page);
});

test('a second tab watches live, takes over, and resumes when the first is closed', async ({ page, context }) => {
  await runUntilSignal(page);
  const second = await context.newPage();
  const banner = await watchHere(second);
  await page.getByRole('banner').getByRole('button', { name: 'Pause' }).click();
  await expect(state(second, /^Paused/)).toBeVisible();
  await bar(second).getByRole('button', { name: 'Resume' }).click();
  await expect(state(page, /^Waiting/)).toBeVisible();

  await second.getByRole('button', { name: 'Continue here' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByText('Another tab executes this run.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(banner).toBeVisible();
  await page.close();
  await expect(banner).toBeHidden();
  await finish(second);
});

test('storage that fills up in mid-run is reported, and the run resumes once there is room', async ({ page }) => {
  const setFull = await holdStorage(page);
  await runUntilSignal(page);
  await drawer(page)
    .getByRole('button', { name: /^hold, waiting/ })
    .click();
  await setFull(true);
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The run is blocked' });
  await expect(alert).toBeVisible();
  await expect(alert).toContainText('storage for Signalbox is full');
  await expectNoBarrier(page, alert);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    alert.getByRole('button', { name: 'Export the run' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('signalbox-run/1');
  await expect(alert.getByRole('button', { name: 'Export the files' })).toBeEnabled();
  await alert.getByRole('button', { name: 'Retry now' }).click();
  await expect(alert).toBeVisible();
  await setFull(false);
  await expect(alert).toBeHidden();
  await expect(state(page, /^Success in/)).toBeVisible();
});

/** Lets a test fill the engine's storage and free it again, as the browser does it: by an error of each write. */
async function holdStorage(page: Page): Promise<(isFull: boolean) => Promise<void>> {
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
