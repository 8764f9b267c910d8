import { downloadText } from './app.ts';
import { expect, test } from './fixtures.ts';
import { clickOn, colorVariable, completeTask, openBoth, SHARED, undoRename } from './language.ts';

test('names are coloured, completed, gone to and renamed over all files as they are in the text', async ({ page }) => {
  await openBoth(page);

  await test.step('what an expression reads and is not there is red', async () => {
    const missing = page
      .locator('.view-line span span')
      .filter({ hasText: /^nothing$/ })
      .first();
    await expect
      .poll(() => missing.evaluate((node) => getComputedStyle(node).color))
      .toBe(await colorVariable(page, '--error'));
  });

  await test.step('a rename goes over all files that name it and is one undo step', async () => {
    await clickOn(page, './shared.yaml#writer');
    await page.keyboard.press('F2');
    // What is typed right away belongs into the box.
    await page.keyboard.type('author');
    await expect(page.getByRole('textbox', { name: 'New name of the agent' })).toHaveValue('author');
    await page.keyboard.press('Enter');
    await expect(page.locator('.view-line').filter({ hasText: 'agent:author' })).toBeVisible();
    await undoRename(page);
  });

  await test.step('a part that is completed carries what it requires', async () => {
    await completeTask(page);
  });

  await test.step('a definition in another file is gone to, and is as it was before the rename', async () => {
    await clickOn(page, 'use: agent:writer');
    await page.keyboard.press('F12');
    await expect(page.getByRole('region', { name: 'Source' })).toContainText('shared.yaml');
    expect(await downloadText(page)).toBe(SHARED);
  });
});
