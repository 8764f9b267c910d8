import { expectNoBarrier } from './access.ts';
import { cardIn, compareInHistory, comparison, differences, runTwice } from './compareRuns.ts';
import { expect, test } from './fixtures.ts';

test('two runs of a file are compared on the graph, side by side and by keyboard', async ({ page }) => {
  await runTwice(page);
  await compareInHistory(page);
  const view = comparison(page);
  await expect(
    view.getByText('4 tasks differ, 1 ran only in the newer run and 1 ran only in the older run.'),
  ).toBeVisible();
  await expect(cardIn(page, 'ship').getByText('Only older')).toBeVisible();
  await expect(cardIn(page, 'ask').getByText('Only newer')).toBeVisible();
  await cardIn(page, 'read').click();
  const sides = view.getByRole('region', { name: 'Both sides of Read the order' });
  await expect(sides.getByRole('list', { name: 'Changes' })).toContainText('.kind"small" → "large"');
  await expectNoBarrier(page, view);
  await page.keyboard.press('n');
  await expect(differences(page).locator('[aria-current]')).toHaveText(/^Price the items/);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(page.getByRole('button', { name: /^More for the run/ }).nth(1)).toBeFocused();
});
