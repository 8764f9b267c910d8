import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command, drawer, state } from './runs.ts';

/** A delay of an hour, a task that fails at first and tries again in an hour, and a signal that nobody sends. */
const LONG = `name: Long
tasks:
  - id: pause
    type: wait
    config: { timeout: 1h, check_interval: 1h }
    on_success: { next: ask }
  - id: ask
    type: basic
    use: core:http
    with: { url: "samples/data/nothing-here.json" }
    retry: { attempts: 1, backoff: fixed, interval: 1h }
    on_error: { retry: true, routes: { EXECUTION_ERROR: hold } }
  - id: hold
    type: wait
    config: { signal: go, timeout: 1h, check_interval: 1h }
    on_timeout: { next: after }
  - id: after
    type: basic
`;

test('what a run waits for by the clock is skipped: a delay, a retry, a signal, each marked', async ({ page }) => {
  await openApp(page);
  await importText(page, 'long.yaml', LONG);
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  const step = page.getByRole('region', { name: 'Step pause' });
  await expect(step.getByText(/^Waits until \d/)).toBeVisible();
  await expectNoBarrier(page, step);
  const skip = step.getByRole('button', { name: 'Skip the wait' });
  await skip.click();
  await expectStatus(page, 'pause', 'Success');
  await expect(step.getByText('Hurried', { exact: true })).toBeVisible();
  await expect(card(page, 'pause').getByText('Hurried')).toBeVisible();

  // By its name, where it is the only one that waits.
  await expectStatus(page, 'ask', 'Retrying');
  await command(page, 'Skip the wait');
  await expectStatus(page, 'hold', 'Waiting');
  await drawer(page)
    .getByRole('button', { name: /^hold, waiting/ })
    .click();
  await page.getByRole('region', { name: 'Step hold' }).getByRole('button', { name: 'Let it time out' }).click();
  await expectStatus(page, 'after', 'Success');
  await expect(state(page, /^Success in/)).toBeVisible();
});
