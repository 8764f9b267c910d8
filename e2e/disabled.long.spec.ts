import { expectNoBarrier } from './access.ts';
import { card, downloadText, expectStatus } from './app.ts';
import { enable, runDisabled, TEXT } from './disabled.ts';
import { expect, test } from './fixtures.ts';

test('a task and a container are disabled by a key and by the menu, drawn so, and enabled again', async ({ page }) => {
  await test.step('D disables a task, which is drawn so and gives its input on; D again enables it', async () => {
    await runDisabled(page);
    await expectStatus(page, 'fetch', 'Success');
    await expectStatus(page, 'inner', 'Success');
    await enable(page);
    expect(await downloadText(page)).toBe(TEXT);
  });
  await test.step('the menu disables a container with what it holds, and undo enables it', async () => {
    await card(page, 'box').getByText('box', { exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(card(page, 'inner')).toHaveAccessibleName(/, disabled/);
    await page.keyboard.press('ControlOrMeta+Shift+O');
    await expect(page.getByRole('treeitem', { name: /^Inner.*disabled/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(card(page, 'inner')).not.toHaveAccessibleName(/, disabled/);
  });
  await test.step('a disabled task can be read by all', async () => {
    await card(page, 'fetch').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('d');
    await expect(card(page, 'fetch').getByText('Disabled', { exact: true })).toBeVisible();
    await expectNoBarrier(page, page.getByRole('application', { name: 'Workflow canvas' }));
  });
});
