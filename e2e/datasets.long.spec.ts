import { readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { card, expectStatus } from './app.ts';
import { openDatasets, TESTS } from './datasets.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

test('a dataset is played, its grid is read, and its results are compared', async ({ page }) => {
  const list = await openDatasets(page);

  await test.step('a dataset is played, and all that its cells reach counts', async () => {
    await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
    await expect(list.getByRole('status')).toHaveText('3 rows × 2 variants, 2 of 6 failed');
    // All that its cells come to counts, as on the command line.
    await expect(page.getByText('Coverage of mails.yaml')).toBeVisible();
    await expect(page.getByText(/% 2 of 2 tasks, 1 of 1 edges/)).toBeVisible();
    await expectNoBarrier(page, list);
  });

  await test.step('two results are compared, the one before and one that was saved', async () => {
    await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
    await list.getByRole('button', { name: 'Open the grid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grid of mails' });
    await expect(dialog.getByText('Compared with the result before: 6 cells the same, 0 not.')).toBeVisible();
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as JSON', exact: true }).click();
    const saved = readFileSync(await (await saving).path(), 'utf8');
    // As if the other variant had given less.
    const earlier = saved.replaceAll('"value": 3', '"value": 2').replaceAll('"bonus": 3', '"bonus": 2');
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Compare with a file…' }).click();
    const buffer = Buffer.from(earlier);
    await (await choosing).setFiles({ name: 'earlier.json', mimeType: 'application/json', buffer });
    await expect(dialog.getByText('Compared with earlier.json: 3 cells the same, 3 not.')).toBeVisible();
    await expect(dialog.getByText('2 → 3').first()).toBeVisible();
    await dialog.getByRole('radio', { name: 'Changed' }).click();
    await expect(dialog.getByText('better').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the grid is sorted and filtered, and a cell shows its run', async () => {
    await list.getByRole('button', { name: 'Open the grid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grid of mails' });
    const rows = dialog.getByRole('grid', { name: 'Rows of mails' });
    await expect(rows.getByRole('row')).toHaveCount(4);
    await expect(dialog.getByRole('row', { name: 'generous 2 of 3' })).toContainText('0.333');
    await expectNoBarrier(page, dialog);

    await rows.getByRole('button', { name: 'usual' }).click();
    await expect(rows.getByRole('row').nth(1)).toContainText('hello');
    await dialog.getByRole('radio', { name: 'Failed' }).click();
    await expect(rows.getByRole('row')).toHaveCount(2);
    await dialog.getByRole('radio', { name: 'All' }).click();
    await dialog.getByRole('searchbox', { name: 'Search rows' }).fill('parcel');
    await expect(rows.getByRole('row')).toHaveCount(2);
    // Another layout leaves it open, as it is.
    for (const [width, height] of [
      [1024, 768],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('navigation', { name: 'Panels', includeHidden: true })).toHaveCount(
        width > 760 ? 1 : 0,
      );
      await expect(rows.getByRole('row')).toHaveCount(2);
    }
    await dialog.getByRole('searchbox', { name: 'Search rows' }).fill('');

    // By keys alone: the first row, its second variant.
    await rows.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    const details = dialog.getByRole('region', { name: 'Row hello' });
    await expect(details.getByRole('article', { name: 'generous' })).toContainText('topic');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectStatus(page, 'sort', 'Success');
    // Of its lines the file has others: those are of the variant.
    await expect(card(page, 'rate')).toContainText('changed');
    await expect(drawer(page).getByRole('button', { name: /^rate, success/ })).toBeVisible();
  });
});

test('on a phone the first variant is in sight, a part of the next says that there is more, and keys lead there', async ({
  page,
}) => {
  const list = await openDatasets(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await list.getByRole('button', { name: 'Open the grid' }).click();
  const rows = page.getByRole('dialog', { name: 'Grid of mails' }).getByRole('grid', { name: 'Rows of mails' });
  const head = (name: string) => rows.getByRole('columnheader', { name });
  await expect(head('usual')).toBeInViewport({ ratio: 1 });
  await expect(head('generous')).toBeInViewport({ ratio: 0.2 });
  await expect(head('generous')).not.toBeInViewport({ ratio: 0.9 });
  await rows.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  // A column is not as wide as whole pixels.
  await expect(head('generous')).toBeInViewport({ ratio: 0.98 });
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(head('Row')).toBeInViewport({ ratio: 1 });
  await expectNoBarrier(page, rows);
});

test('what keeps a dataset from being played is told at it', async ({ page }) => {
  const list = await openDatasets(page, TESTS.replace('mails.cases.yaml', 'other.cases.yaml'));
  await list.getByRole('button', { name: 'Run the dataset “mails”' }).click();
  await expect(list.getByText('There is no “./other.cases.yaml” in the workspace.')).toBeVisible();
  await expect(card(page, 'sort')).toBeHidden();
});
