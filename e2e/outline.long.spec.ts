import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  expectActive,
  FAILS,
  focusTree,
  foldAndFind,
  openOutline,
  REVIEW,
  readActive,
  recordAnnouncements,
  removeAndUndo,
  renameFirst,
  row,
  TEXT,
  tree,
} from './outline.ts';

test('the tasks are a tree that keys walk, search, select, rename, remove, disable and run', async ({ page }) => {
  await openOutline(page, 'orders.yaml', TEXT);

  await test.step('keys walk it, search it and select in it', async () => {
    await expectActive(page, 'Fetch orders, id fetch, basic task, start, → box, on error → Tell someone');
    await expect(row(page, /^First/)).toHaveAttribute('aria-level', '2');
    await expect(row(page, /^second/)).toHaveAccessibleName(/warning/);
    await page.keyboard.press('End');
    await expectActive(page, /^Tell someone/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expectActive(page, /^box/);
    await foldAndFind(page);
    await expect(row(page, /^First/)).toHaveAttribute('aria-selected', 'true');
    await expect(tree(page)).toBeFocused();
    await expectNoBarrier(page, tree(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Inspector' }).locator(':focus')).toHaveCount(1);
  });

  await test.step('a card that is selected is the row that is active', async () => {
    await card(page, 'tell').click();
    await expectActive(page, /^Tell someone/);
  });

  await test.step('F2 renames and Delete removes, as one step each', async () => {
    await focusTree(page, /^Fetch orders/);
    await renameFirst(page);
    // One without a name gets its first.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.keyboard.type('group');
    await page.keyboard.press('Escape');
    const named = TEXT.replace('Fetch orders', 'Get orders');
    expect(await downloadText(page)).toBe(named);
    await tree(page).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Group');
    await page.keyboard.press('Enter');
    await expectActive(page, /^Group/);
    await expect.poll(() => downloadText(page)).toContain('name: Group');
    await tree(page).focus();
    await removeAndUndo(page);
  });

  await test.step('a key and the menu of a row disable and enable its task', async () => {
    await importText(page, 'disable.yaml', TEXT);
    await focusTree(page, /^Fetch orders/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+/');
    await expectActive(page, /^box, composite task, disabled/);
    await expect(row(page, /^First/)).toHaveAccessibleName(/, disabled/);
    await row(page, /^box/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Enable/ }).click();
    await expect(row(page, /^box/)).not.toHaveAccessibleName(/disabled/);
    await expect(tree(page)).toBeFocused();
    await row(page, /^Tell/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    await expect(tree(page).getByRole('textbox', { name: 'Name of the task' })).toBeFocused();
    await page.keyboard.type('Say so');
    await page.keyboard.press('Enter');
    await expect(row(page, /^Say so/)).toBeVisible();
    expect(await downloadText(page)).toBe(TEXT.replace('Tell someone', 'Say so'));
    // What a menu gave the focus back to opens it by Enter alone: with Ctrl it is the key that runs.
    await page.getByRole('banner').getByRole('button', { name: 'disable.yaml' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('each row has the state of the run on screen', async () => {
    await importText(page, 'states.yaml', TEXT.replace(', use: "core:nothing"', ''));
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(row(page, /^Fetch orders.*Success$/)).toBeVisible();
    await expect(row(page, /^First.*Success$/)).toBeVisible();
  });

  await test.step('many tasks have rows only where they are seen', async () => {
    const tasks = Array.from({ length: 500 }, (_, n) => `  - { id: task_${n}, type: basic }\n`).join('');
    await importText(page, 'many.yaml', `tasks:\n${tasks}`);
    await focusTree(page, /^task_0,/);
    await page.keyboard.press('End');
    await expectActive(page, /^task_499,/);
    await expect(row(page, /^task_499,/)).toHaveAttribute('aria-setsize', '500');
    expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(100);
  });
});

test('a screen reader is told what each row is, and what becomes of a run', async ({ page }) => {
  await openOutline(page, 'review.yaml', REVIEW);
  const spoken = await recordAnnouncements(page);
  const walked: string[] = [await readActive(page)];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('ArrowDown');
    walked.push(await readActive(page));
  }
  expect(walked).toEqual([
    'Big enough?, id pick, decision task, start, yes → Both at once, default → Approval, level 1, 1 of 3',
    'Both at once, id box, composite task, → Approval, level 1, 2 of 3, expanded',
    'First, id first, basic task, level 2, 1 of 2',
    'second, tool task, disabled, 1 warning, level 2, 2 of 2',
    'Approval, id hold, wait task, level 1, 3 of 3',
  ]);
  await page.keyboard.press('Enter');
  await expect.poll(() => readActive(page)).toMatch(/^Approval, .*, selected$/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readActive(page)).toMatch(/^Both at once, .*, collapsed$/);

  await startRun(page);
  await expect(row(page, /^Approval.*Waiting$/)).toBeVisible();
  await expect.poll(spoken).toEqual(['Run started.', 'Approval is waiting: May it go out? The run is waiting.']);
  await page.getByRole('banner').getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Run stopped.');
  await tree(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => readActive(page)).toMatch(/^Approval, id hold, wait task, Cancelled, level 1/);

  await importText(page, 'fails.yaml', FAILS);
  await startRun(page);
  await expect.poll(async () => (await spoken()).at(-1)).toMatch(/^Break it failed: .*Run failed\.$/);
  await expect.poll(() => readActive(page)).toMatch(/^Break it, id break, map task, start, Error, /);
});

test('on a phone a task is chosen in the outline and edited in its form, and a finger meets a row and its arrow', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'orders.yaml', TEXT);
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline', exact: true });
  await open.click();

  await test.step('a finger meets a row and its arrow', async () => {
    await expect(row(page, /^Fetch orders/)).toHaveCSS('height', '44px');
    const readTops = async (): Promise<readonly number[]> => {
      const tops = await tree(page)
        .getByRole('treeitem')
        .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().top));
      return tops.map((top) => top - (tops[0] ?? 0));
    };
    await expect.poll(readTops).toEqual([0, 44, 88, 132, 176]);
    // The corner of a row is still its arrow: it folds and keeps the panel open.
    await row(page, /^box/).click({ position: { x: 4, y: 4 } });
    await expect(row(page, /^box/)).toHaveAttribute('aria-expanded', 'false');
    await expect(row(page, /^First/)).toHaveCount(0);
    await expectNoBarrier(page, tree(page));
  });

  await test.step('a task is chosen in it and edited in its form', async () => {
    await row(page, /^Tell someone/).click();
    // Neither the sheet nor the toolbar lies over its card.
    await expect
      .poll(async () => {
        const [box, toolbar] = await Promise.all([
          card(page, 'tell').boundingBox(),
          page.getByRole('toolbar', { name: 'Canvas' }).boundingBox(),
        ]);
        return box !== null && toolbar !== null && box.x >= 0 && box.y + box.height <= toolbar.y;
      })
      .toBe(true);
    await expect(page.getByRole('button', { name: /minimap/ })).toHaveCount(0);
    await expect(
      page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name: 'Name', exact: true }),
    ).toHaveValue('Tell someone');
  });
});

test('ten thousand tasks have rows in the outline only where they are seen', async ({ page }) => {
  test.slow();
  const tasks = Array.from({ length: 10_000 }, (_, n) => `  - { id: task_${n}, type: basic }\n`).join('');
  await openApp(page);
  await importText(page, 'many.yaml', `tasks:\n${tasks}`);
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline', exact: true }).click();
  const tree = page.getByRole('tree', { name: 'Tasks' });
  await expect(tree.getByRole('treeitem', { name: /^task_0,/ })).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await expect(page.locator('[role="treeitem"][data-active]')).toHaveAccessibleName(/^task_9999,/);
  await expect(tree.getByRole('treeitem', { name: /^task_9999,/ })).toHaveAttribute('aria-setsize', '10000');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(100);
});
