import { expectStatus, openOptions, openRunForm, trustFile } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { state } from './runs.ts';
import { TRIES_AGAIN } from './skipWait.ts';

/** A delay of two days, a container that gives up after an hour, and an attempt that is due in an hour. */
export const LONG = `name: Long
tasks:
  - id: pause
    type: wait
    config: { timeout: 48h, check_interval: 24h }
    on_success: { next: bounded }
  - id: bounded
    type: composite
    config: { timeout: 1h }
    tasks: [{ id: late, type: wait, config: { timeout: 3h, check_interval: 3h } }]
    on_error: { next: ask }
${TRIES_AGAIN}  - id: hold
    type: wait
    config: { signal: go, timeout: 24h, check_interval: 1h }
    on_success: { next: more }
  - { id: more, type: wait, config: { timeout: 1h, check_interval: 1h } }
`;

/** Opens the form of a run and turns virtual time on there, by keys. */
export async function askForVirtualTime(page: Page): Promise<Locator> {
  await openRunForm(page);
  await trustFile(page);
  const form = page.getByRole('dialog');
  await openOptions(page);
  const toggle = form.getByRole('switch', { name: 'Virtual time' });
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  return form;
}

/** Starts the run of the form. A person is waited for: two days, an hour and an hour have passed until then. */
export async function runUntilSignal(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expectStatus(page, 'hold', 'Waiting');
  await expectStatus(page, 'late', 'Cancelled');
  await expect(state(page, /^Virtual time$/)).toBeVisible();
}
