import { expectSaved, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer, openHistory, sendSignal, state, WAITS } from './runs.ts';

/** Opens the app and runs a workflow until it waits for a signal. */
export async function runUntilSignal(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');
}

/** Reloads the page: the run waits again, and what it waits for is said above its steps. */
export async function reloadAndResume(page: Page): Promise<void> {
  await page.reload();
  await expectSaved(page);
  await expect(state(page, /^Waiting/)).toBeVisible();
  // It comes above the steps, and moves them.
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
}

/** Shows the run of another tab in this one; answers with the notice that says so. */
export async function watchHere(second: Page): Promise<Locator> {
  await second.goto('/');
  await (await openHistory(second)).getByRole('button', { name: /^Waits, (running|waiting for signal go)/ }).click();
  const banner = second.getByText('Another tab executes this run.');
  await expect(banner).toBeVisible();
  await expectStatus(second, 'hold', 'Waiting');
  return banner;
}

/** Sends the signal that the run waits for, which ends it. */
export async function finish(page: Page): Promise<void> {
  await sendSignal(page, 'hold');
  await expect(state(page, /^Success in/)).toBeVisible();
}
