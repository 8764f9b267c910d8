import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** A task that fails at first, tries again in an hour, and fails again: then it leads to `hold`. */
export const TRIES_AGAIN = `  - id: ask
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 1h, on: [404] }
    on_error: { retry: true, routes: { EXECUTION_ERROR: hold } }
`;

/** Opens the app and runs a workflow whose first task is the delay `pause`; answers with the step of that. */
export async function runUntilPause(page: Page, name: string, text: string): Promise<Locator> {
  await openApp(page);
  await importText(page, name, text);
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  const step = page.getByRole('region', { name: 'Step pause' });
  await expect(step.getByText(/^Waits until \d/)).toBeVisible();
  return step;
}

/** The delay was skipped: its step and its card say so. */
export async function expectHurried(page: Page, step: Locator): Promise<void> {
  await expect(step.getByText('Hurried', { exact: true })).toBeVisible();
  await expect(card(page, 'pause').getByText('Hurried')).toBeVisible();
}
