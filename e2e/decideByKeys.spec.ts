import { runBadge } from './app.ts';
import { mendByKeys, startByKeys, tabTo, write } from './decideByKeys.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('by keys alone an error that pauses a run is mended, and the question that follows is answered', async ({
  page,
}) => {
  await startByKeys(page);
  await mendByKeys(page);
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: 'How many?' });
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(runBadge(page)).toHaveText(/^Success in/);
});
