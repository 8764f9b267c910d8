import { expectNoBarrier } from './access.ts';
import { expectStatus } from './app.ts';
import { openDatasets } from './datasets.ts';
import { expect, test } from './fixtures.ts';

test('a dataset is played, and a cell of its grid, chosen by keys, shows its run; rows of a file become another', async ({
  page,
}) => {
  const list = await openDatasets(page);
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByRole('status')).toHaveText('3 rows × 2 variants, 2 of 6 failed');
  await list.getByRole('button', { name: 'Open the grid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grid of mails' });
  const rows = dialog.getByRole('grid', { name: 'Rows of mails' });
  await expect(rows.getByRole('row')).toHaveCount(4);
  await expectNoBarrier(page, dialog);
  await dialog.getByRole('radio', { name: 'Failed' }).click();
  await expect(rows.getByRole('row')).toHaveCount(2);
  await dialog.getByRole('radio', { name: 'All' }).click();
  await rows.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(
    dialog.getByRole('region', { name: 'Row money' }).getByRole('article', { name: 'generous' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expectStatus(page, 'sort', 'Success');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import rows…' }).click();
  const buffer = Buffer.from('id,text\nmoney,"I want my money, now"\n');
  await (await choosing).setFiles({ name: 'letters.csv', mimeType: 'text/csv', buffer });
  await expect(list.getByRole('button', { name: 'Run the dataset “letters”' })).toBeVisible();
});
