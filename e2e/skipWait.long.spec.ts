import { expectNoBarrier } from './access.ts';
import { expectStatus } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command, drawer, state } from './runs.ts';
import { expectHurried, runUntilPause, TRIES_AGAIN } from './skipWait.ts';

/** A delay of an hour, a task that fails at first and tries again in an hour, and a signal that nobody sends. */
const LONG = `name: Long
tasks:
  - id: pause
    type: wait
    config: { timeout: 1h, check_interval: 1h }
    on_success: { next: ask }
${TRIES_AGAIN}  - id: hold
    type: wait
    config: { signal: go, timeout: 1h, check_interval: 1h }
    on_timeout: { next: after }
  - id: after
    type: basic
`;

test('what a run waits for by the clock is skipped: a delay, a retry, a signal, each marked', async ({ page }) => {
  const step = await runUntilPause(page, 'long.yaml', LONG);
  await expectNoBarrier(page, step);
  await step.getByRole('button', { name: 'Skip the wait' }).click();
  await expectStatus(page, 'pause', 'Success');
  await expectHurried(page, step);

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
