import { expectStatus } from './app.ts';
import { expect, test } from './fixtures.ts';
import { state } from './runs.ts';
import { expectHurried, runUntilPause } from './skipWait.ts';

/** A delay of an hour. */
const DELAY = `name: Delay
tasks:
  - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1h }, on_success: { next: after } }
  - { id: after, type: basic }
`;

test('a delay of an hour is skipped, and its step and card say so', async ({ page }) => {
  const step = await runUntilPause(page, 'delay.yaml', DELAY);
  await step.getByRole('button', { name: 'Skip the wait' }).click();
  await expectStatus(page, 'after', 'Success');
  await expect(state(page, /^Success in/)).toBeVisible();
  await expectHurried(page, step);
});
