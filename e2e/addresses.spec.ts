import { card, expectSaved, importText, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, openChain, state, WAITS } from './runs.ts';

test('the address names the step that is shown: Back returns to it, and a reload keeps it', async ({ page }) => {
  await openChain(page);
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();
  await card(page, 'second').click();
  await expect(page).toHaveURL(/#\/chain\.yaml\?run=[^&]+&step=\d+$/);
  await importText(page, 'waits.yaml', WAITS);
  await expect(page).toHaveURL(/#\/waits\.yaml/);
  await page.goBack();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await expectSaved(page);
  await page.reload();
  await expect(drawer(page).getByRole('region', { name: 'Step second' })).toBeVisible();
  await expect(page).toHaveTitle(/^chain\.yaml/);
});
