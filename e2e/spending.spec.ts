import { importText, openApp, openOptions, openRunForm, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { addPrice, TWO_ANSWERS } from './spending.ts';

test('a run pauses when its budget is spent, goes on with a higher one, and tells what it cost', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);
  const dialog = page.getByRole('dialog');

  await test.step('prices are set over the form of a run, which stays as it is', async () => {
    await openRunForm(page);
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    await openOptions(page);
    await expect(dialog.getByText('No run of this file has ended here yet')).toBeVisible();
    const budget = page.getByRole('textbox', { name: 'Budget in tokens' });
    await budget.fill('3');
    await page.getByRole('button', { name: 'Model prices' }).click();
    await addPrice(page, page.getByRole('dialog', { name: 'Model prices' }));
    await expect(budget).toHaveValue('3');
  });

  await test.step('a run pauses when its budget is spent, and resumes with a higher one', async () => {
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const bar = page.getByRole('region', { name: 'The run is paused' });
    await expect(bar).toContainText('the budget is spent');
    await expect(runBadge(page)).toHaveCount(0);
    await bar.getByRole('button', { name: 'Double the budget' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('what models took is shown for the run, with what it cost, and in the form of the next one', async () => {
    const shown = page.getByRole('region', { name: 'Run', exact: true });
    await expect(shown.getByRole('button', { name: /^\d+ tokens · \$\d/ })).toBeVisible();
    await openRunForm(page);
    await openOptions(page);
    const last = dialog.getByRole('table', { name: 'What the last run took: one says little about the next' });
    await expect(last.getByRole('row', { name: /^Cost/ }).getByRole('cell')).toHaveText([/^\$/, /^\$/, /^\$/, 'none']);
  });
});
