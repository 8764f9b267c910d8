import { expectNoBarrier } from './access.ts';
import { downloadText, openFile } from './app.ts';
import { field, OTHER, openBoth, PARCELS, row } from './find.ts';
import { expect, test } from './fixtures.ts';

test('text is found in every file, leads to its field, and is replaced by one step to undo', async ({ page }) => {
  await openBoth(page);
  const chosen = page.locator('[role="treeitem"][data-active]');

  await test.step('Enter goes to the field of the task', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('PARCELS');
    await expect(row(page, 'orders.yaml, 3 places')).toBeVisible();
    await expect(row(page, 'other.yaml, 1 place')).toBeVisible();
    for (const name of ['name: Parcels', /^task Fetch/, 'name: Fetch parcels', /^with\.message/]) {
      await page.keyboard.press('ArrowDown');
      await expect(chosen).toHaveAccessibleName(name);
    }
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveText('All parcels, please');
  });

  await test.step('only the places that are shown are replaced, and one undo takes all back', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+H');
    await field(page).fill('parcels');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('it: "now"');
    await expect(row(page, /^with\.message: .*, parcels becomes it: "now"$/)).toBeVisible();
    await expectNoBarrier(page, page.getByRole('region', { name: 'Find' }));
    // The place that was shown is left out by the keyboard.
    await page.getByRole('tree', { name: 'Found' }).focus();
    await expect(chosen).toHaveAccessibleName(/^with\.message/);
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Replace 3 places in 2 files' }).click();
    const replaced = PARCELS.replace('name: Parcels', 'name: "it: \\"now\\""').replace(
      'name: Fetch parcels',
      'name: "Fetch it: \\"now\\""',
    );
    expect(await downloadText(page)).toBe(replaced);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await openFile(page, 'other.yaml');
    expect(await downloadText(page)).toBe(OTHER);
    await openFile(page, 'orders.yaml');
    expect(await downloadText(page)).toBe(PARCELS);
  });
});
