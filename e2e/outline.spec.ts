import { downloadText, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  expectActive,
  foldAndFind,
  openOutline,
  readActive,
  recordAnnouncements,
  removeAndUndo,
  renameFirst,
  row,
  TEXT,
  tree,
} from './outline.ts';

test('the tasks are a tree that keys walk, select, rename, remove and disable, and that a screen reader reads with a run', async ({
  page,
}) => {
  const text = TEXT.replace(', use: "core:nothing"', '');
  await openOutline(page, 'orders.yaml', text);

  await test.step('keys walk it, search it and select in it', async () => {
    await expectActive(page, 'Fetch orders, id fetch, basic task, start, → box, on error → Tell someone');
    await page.keyboard.press('ArrowDown');
    await foldAndFind(page);
    await expect(tree(page)).toBeFocused();
    await expect.poll(() => readActive(page)).toBe('First, id first, basic task, level 2, 1 of 2, selected');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Inspector' }).locator(':focus')).toHaveCount(1);
  });

  await test.step('keys rename, remove and disable its tasks', async () => {
    await tree(page).focus();
    await page.keyboard.press('Home');
    await renameFirst(page);
    await removeAndUndo(page);
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
