import { card, downloadText, runBadge, startRun } from './app.ts';
import { DISABLED, openSelected } from './disabled.ts';
import { expect, test } from './fixtures.ts';

test('D disables a task, which is drawn so, calls nothing in a run, and is enabled by D again', async ({ page }) => {
  await openSelected(page);
  await page.keyboard.press('d');
  await expect(card(page, 'fetch').getByText('Disabled', { exact: true })).toBeVisible();
  await expect(card(page, 'fetch')).toHaveAccessibleName(/, disabled/);
  expect(await downloadText(page)).toBe(DISABLED);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await card(page, 'fetch').click();
  await page.keyboard.press('d');
  await expect(card(page, 'fetch').getByText('Disabled', { exact: true })).toHaveCount(0);
});
