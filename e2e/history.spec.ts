import { importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { run, WORKFLOW } from './history.ts';

test('runs are found by a word of what is in them, tagged and deleted by keys, in a table', async ({ page }) => {
  await openApp(page);
  await importText(page, 'greet.yaml', WORKFLOW);
  await run(page, 'Ada Lovelace', /^Success in/);
  await run(page, 'Grace', /^(Failed|Error)/);

  await page.keyboard.press('h');
  const table = page.getByRole('dialog', { name: 'All runs' });
  const grid = table.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  const search = table.getByRole('searchbox', { name: 'Search runs' });
  await search.fill('hello ada');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await search.fill('');
  await expect(grid).toHaveAttribute('aria-rowcount', '3');

  // The newest is chosen by keys, gets a tag, and is deleted once that is answered.
  await grid.focus();
  for (const key of ['ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(grid.getByRole('row', { selected: true })).toContainText('No address on record');
  await table.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog', { name: 'Tags' }).getByLabel('Add a tag').fill('audit');
  await page.keyboard.press('Enter');
  await expect(grid.getByText('audit')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await grid.focus();
  await page.keyboard.press('Delete');
  await expect(table.getByText(/^Delete .* permanently\?$/)).toBeVisible();
  await table.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid.getByText('No address on record')).toHaveCount(0);
});
