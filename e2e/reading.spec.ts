import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { valuesOf } from './reading.ts';

test('the values of a run are read as Markdown, as a table and as a picture, and are searched', async ({ page }) => {
  await openApp(page);
  await importText(page, 'values.yaml', valuesOf({ rows: 200, lines: 3, parts: 1 }));
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);

  await test.step('a text in Markdown inside of a map is opened by a click', async () => {
    await page.getByRole('tab', { name: 'Output' }).first().click();
    const output = page.getByRole('region', { name: 'Output of the run' });
    await output.getByRole('treeitem', { name: /^answer/ }).click();
    const answer = page.getByRole('dialog', { name: 'Value of output.answer' });
    await expect(answer.getByText('Findings')).toBeVisible();
    await expect(answer.getByRole('cell', { name: 'apples' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(answer).toHaveCount(0);
  });

  await test.step('the values of a step are opened by a key, searched, and a list of them is a table', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('button', { name: /^make, success/ }).click();
    await page.keyboard.press('o');
    const values = page.getByRole('dialog', { name: 'Values of make' });
    await values.getByRole('searchbox').fill('customer 199');
    await expect(values.getByText('1 found')).toBeVisible();
    await values.getByRole('searchbox').fill('');
    const tree = values.getByRole('tree');
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'o']) await page.keyboard.press(key);
    const rows = page.getByRole('dialog', { name: 'Value of tasks.make.output.rows' });
    await rows.getByRole('radio', { name: 'Table' }).click();
    const grid = rows.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '201');
    await grid.focus();
    await page.keyboard.press('End');
    await expect(grid.getByRole('gridcell', { name: 'customer 199' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(0);
  });

  await test.step('a picture is seen', async () => {
    await page.getByRole('treeitem', { name: /^picture/ }).click();
    const picture = page.getByRole('dialog', { name: 'Value of tasks.make.output.picture' });
    await expect(picture.getByText('2 × 3')).toBeVisible();
  });
});
