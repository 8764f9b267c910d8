import { readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { expectSaved, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { bar, drawer, openHistory, sendSignal, state, WAITS } from './runs.ts';

/** Opens the app and runs a workflow until it waits for a signal. */
async function runUntilSignal(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');
}

/** Reloads the page: the run waits again, and what it waits for is said above its steps. */
async function reloadAndResume(page: Page): Promise<void> {
  await page.reload();
  await expectSaved(page);
  await expect(state(page, /^Waiting/)).toBeVisible();
  // It comes above the steps, and moves them.
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
}

/** Shows the run of another tab in this one; answers with the notice that says so. */
async function watchHere(second: Page): Promise<Locator> {
  await second.goto('/');
  await (await openHistory(second)).getByRole('button', { name: /^Waits, (running|waiting for signal go)/ }).click();
  const banner = second.getByText('Another tab executes this run.');
  await expect(banner).toBeVisible();
  await expectStatus(second, 'hold', 'Waiting');
  return banner;
}

/** Sends the signal that the run waits for, which ends it. */
async function finish(page: Page): Promise<void> {
  await sendSignal(page, 'hold');
  await expect(state(page, /^Success in/)).toBeVisible();
}

test('a run outlives a reload, and the tab that executes it', async ({ page, context }) => {
  await runUntilSignal(page);

  await test.step('it resumes after a reload', async () => {
    await reloadAndResume(page);
  });

  const second = await context.newPage();
  await test.step('a second tab watches it, and executes it once the first is closed', async () => {
    const banner = await watchHere(second);
    await page.close();
    await expect(banner).toBeHidden();
  });

  await finish(second);
});

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
