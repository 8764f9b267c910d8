import { expectNoBarrier } from './access.ts';
import { card, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

test('on a phone the inspector of a task, and the workflow with its run, have no barrier', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('application', { name: 'Workflow canvas' })).toBeVisible();
  await card(page, 'classify').click();
  await expect(page.getByRole('button', { name: 'Close the inspector' })).toBeVisible();
  await expectNoBarrier(page, page.getByRole('complementary', { name: 'Inspector' }));
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectNoBarrier(page);
});
