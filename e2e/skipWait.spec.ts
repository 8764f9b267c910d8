import { card, expectStatus, importText, openApp, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, state } from './runs.ts';

/** A delay of an hour. */
const DELAY = `name: Delay
tasks:
  - { id: pause, type: wait, config: { timeout: 1h, check_interval: 1h }, on_success: { next: after } }
  - { id: after, type: basic }
`;

test('a delay of an hour is skipped, and its step and card say so', async ({ page }) => {
  await openApp(page);
  await importText(page, 'delay.yaml', DELAY);
  await startRun(page);
  await expectStatus(page, 'pause', 'Waiting');
  await drawer(page)
    .getByRole('button', { name: /^pause, waiting/ })
    .click();
  const step = page.getByRole('region', { name: 'Step pause' });
  await expect(step.getByText(/^Waits until \d/)).toBeVisible();
  await step.getByRole('button', { name: 'Skip the wait' }).click();
  await expectStatus(page, 'after', 'Success');
  await expect(state(page, /^Success in/)).toBeVisible();
  await expect(step.getByText('Hurried', { exact: true })).toBeVisible();
  await expect(card(page, 'pause').getByText('Hurried')).toBeVisible();
});
