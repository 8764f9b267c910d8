import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { WORKFLOW } from './items.ts';
import { drawer } from './runs.ts';
import { pressSearch } from './searchRun.ts';

test('a failed item is found by one key or by its words, looked at in a table, and retried without the others', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'items.yaml', WORKFLOW);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const failed = page.getByRole('region', { name: 'Items that failed' });
  await expect(failed).toContainText('2 of 12 items of each failed.');

  await page.keyboard.press('e');
  const step = page.getByRole('region', { name: 'Step check' });
  await expect(step.getByText('Item 3 of 12 of each')).toBeVisible();
  await expect(step.getByText('Customer 3 has no address')).toBeVisible();

  await page.keyboard.press('i');
  const items = page.getByRole('dialog', { name: 'Items of each' });
  await expect(items.getByRole('region', { name: 'Item 3 of 12' })).toContainText('Customer 3 has no address');
  await items.getByRole('radio', { name: 'Failed 2' }).click();
  await expect(items.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);

  // By the words of its error the other one is found.
  await pressSearch(page);
  await page.keyboard.type('customer 8 has');
  await expect(drawer(page).getByRole('search').getByRole('status')).toHaveText(/^\d+ hits?$/);
  await page.keyboard.press('Enter');
  await expect(step.getByText('Item 8 of 12 of each')).toBeVisible();
  await page.keyboard.press('Escape');

  // What succeeded is not run again.
  await step.getByRole('button', { name: 'Retry failed only' }).click();
  await expect(failed).toContainText('2 of 12');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('button', { name: /^check, .*item (3|8)/ })).toHaveCount(2);
});
