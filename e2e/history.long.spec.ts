import { findBarriers } from './access.ts';
import { card, importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { run, WORKFLOW } from './history.ts';

test('runs are found by a word of their input, tagged, compared, run again and deleted by keys, in a table', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'greet.yaml', WORKFLOW);
  await run(page, 'Ada Lovelace', /^Success in/);
  await run(page, 'Grace', /^(Failed|Error)/);
  await run(page, 'Barbara', /^Success in/);

  // A step says how its task did over the last runs.
  await page
    .getByRole('button', { name: /^greet, / })
    .first()
    .click();
  const step = page.getByRole('region', { name: 'Step greet' });
  await expect(step.getByText(/^Last 3 runs: p50 .*, p95 .*, failed 1 of 3 times, in 1 run$/)).toBeVisible();
  // So do the cards, also of a text that is edited, until that is taken away.
  await step.getByRole('button', { name: 'On cards' }).click();
  const told = card(page, 'greet').getByRole('img', { name: /^Last 3 runs: p50 .*, failed 1 of 3 times, in 1 run$/ });
  await expect(told).toHaveText([/^p50 .* · p95 .*/, '✕ 1 of 3']);
  expect(await findBarriers(page)).toEqual([]);
  await step.getByRole('button', { name: 'On cards' }).click();
  await expect(told).toHaveCount(0);

  await page.getByRole('button', { name: 'Run history' }).click();
  await page.getByRole('button', { name: 'All runs as a table' }).click();
  const table = page.getByRole('dialog', { name: 'All runs' });
  const grid = table.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');

  // By a word of the input, of the output, and of the error.
  const search = table.getByRole('searchbox', { name: 'Search runs' });
  for (const words of ['lovel', 'hello ada', 'no address']) {
    await search.fill(words);
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
  }
  await expect(grid.getByRole('row').nth(1)).toContainText('No address on record');
  await search.fill('');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');

  // Two are chosen by keys, and get a tag that can be filtered by.
  await grid.focus();
  for (const key of ['ArrowDown', 'Space', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(2);
  await table.getByRole('button', { name: 'Tag', exact: true }).click();
  const tags = page.getByRole('dialog', { name: 'Tags' });
  await tags.getByLabel('Add a tag').fill('audit');
  await page.keyboard.press('Enter');
  await expect(grid.getByText('audit')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await table.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'audit' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  expect(await findBarriers(page)).toEqual([]);

  // The two are compared.
  await table.getByRole('button', { name: 'Compare two' }).click();
  await expect(page.getByRole('dialog', { name: /^Comparison|^Compar/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // The tags stay over a reload. The first run is run again with its own input.
  await page.reload();
  await page.keyboard.press('h');
  await expect(grid.getByText('audit')).toHaveCount(2);
  await search.fill('lovelace');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await table.getByRole('button', { name: 'Run again with its input' }).click();
  await expect(table).toHaveCount(0);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await page.keyboard.press('h');
  await search.fill('lovelace');
  await expect(grid).toHaveAttribute('aria-rowcount', '3');

  // All that is shown is deleted, once that is answered.
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(table.getByText('Delete 2 runs permanently?')).toBeVisible();
  await table.getByRole('button', { name: 'Delete', exact: true }).click();
  await search.fill('');
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
});
