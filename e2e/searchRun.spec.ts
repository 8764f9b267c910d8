import { expectNoBarrier } from './access.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';
import { pressSearch, runCustomers } from './searchRun.ts';

test('words and failed steps of a run are found by keys alone, and each hit leads to its step', async ({ page }) => {
  await runCustomers(page);
  await pressSearch(page);
  const search = drawer(page).getByRole('search');
  const field = search.getByRole('searchbox', { name: 'Search in the run' });
  await expect(field).toBeFocused();

  // What stands in an input, with the item and the words around it.
  await page.keyboard.type('customer 8');
  const step = page.getByRole('region', { name: 'Step check' });
  await expect(search.getByRole('status')).toHaveText(/^\d+ hits$/);
  // The input of the run, that of the collection, and that of the item.
  for (const key of ['Enter', 'Enter', 'Enter']) await page.keyboard.press(key);
  await expect(search.getByText(/^3 of \d+ hits$/)).toBeVisible();
  await expect(search.getByRole('group', { name: 'Hit' })).toContainText('check, item 8');
  await expect(search.locator('mark')).toHaveText('Customer 8');
  await expect(step.getByText('Item 8 of 12 of each')).toBeVisible();
  await expect(page.getByText(/^Hit 3 of \d+\. check, item 8, input\.customer\.name: Customer 8$/)).toBeAttached();
  await expectNoBarrier(page, search);

  // Steps that failed, without words; Escape leads back.
  await field.fill('');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(search.getByRole('status')).toHaveText('2 hits');
  await page.keyboard.press('F3');
  // Which of them failed first is not fixed: they ran beside each other.
  await expect(search.getByRole('group', { name: 'Hit' })).toContainText(/Customer (3|8) has no address/);
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(drawer(page).getByRole('button', { name: 'Search' })).toBeFocused();
});
