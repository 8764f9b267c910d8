import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { findOnce, openAnswer, readTable, rowsDialog, valuesOf } from './reading.ts';

test('the values of a run are read as Markdown, as a table and as a picture, and are searched', async ({ page }) => {
  await openApp(page);
  await importText(page, 'values.yaml', valuesOf({ rows: 200, lines: 3, parts: 1 }));
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);

  await test.step('a text in Markdown inside of a map is opened by a click', async () => {
    const answer = await openAnswer(page);
    await page.keyboard.press('Escape');
    await expect(answer).toHaveCount(0);
  });

  await test.step('the values of a step are opened by a key, searched, and a list of them is a table', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('button', { name: /^make, success/ }).click();
    await page.keyboard.press('o');
    const values = page.getByRole('dialog', { name: 'Values of make' });
    await findOnce(values, 'customer 199');
    await readTable(page, values.getByRole('tree'), 200);
    await page.keyboard.press('Escape');
    await expect(rowsDialog(page)).toHaveCount(0);
  });

  await test.step('a picture is seen', async () => {
    await page.getByRole('treeitem', { name: /^picture/ }).click();
    const picture = page.getByRole('dialog', { name: 'Value of tasks.make.output.picture' });
    await expect(picture.getByText('2 × 3')).toBeVisible();
  });
});
