import { card, downloadText, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectActive, readActive, recordAnnouncements, row, TEXT, tree } from './outline.ts';

test('the tasks are a tree that keys walk, select, rename, remove and disable, and that a screen reader reads with a run', async ({
  page,
}) => {
  const text = TEXT.replace(', use: "core:nothing"', '');
  await openApp(page);
  await importText(page, 'orders.yaml', text);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(tree(page)).toBeFocused();

  await test.step('keys walk it, search it and select in it', async () => {
    await expectActive(page, 'Fetch orders, id fetch, basic task, start, → box, on error → Tell someone');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, /^First/)).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('fi');
    await expectActive(page, /^First/);
    await page.keyboard.press('Enter');
    await expect(card(page, 'first')).toHaveClass(/selected/);
    await expect(tree(page)).toBeFocused();
    await expect.poll(() => readActive(page)).toBe('First, id first, basic task, level 2, 1 of 2, selected');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Inspector' }).locator(':focus')).toHaveCount(1);
  });

  await test.step('keys rename, remove and disable its tasks', async () => {
    await tree(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('F2');
    await page.keyboard.type('Get orders');
    await page.keyboard.press('Enter');
    await expectActive(page, /^Get orders/);
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await expect(row(page, /^Tell/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(row(page, /^Tell/)).toBeVisible();
    await tree(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+/');
    await expectActive(page, /^box, composite task, disabled/);
    await page.keyboard.press('ControlOrMeta+/');
    await expectActive(page, /^box, composite task, → |^box, composite task$/);
    expect(await downloadText(page)).toBe(text.replace('Fetch orders', 'Get orders'));
  });

  await test.step('rows have the state of the run on screen, and its end is said aloud', async () => {
    const spoken = await recordAnnouncements(page);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(row(page, /^Get orders.*Success$/)).toBeVisible();
    await expect.poll(async () => (await spoken()).at(-1)).toMatch(/Run finished\.$/);
  });
});
