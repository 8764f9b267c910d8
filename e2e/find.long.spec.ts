import { expectNoBarrier } from './access.ts';
import { card, changedLines, downloadText, importText, openApp, openFile } from './app.ts';
import { field, OTHER, openBoth, PARCELS, row } from './find.ts';
import { expect, type Page, test } from './fixtures.ts';

test('text is found in every file or in the open one, and leads to its place', async ({ page }) => {
  await test.step('text is found in every file, and Enter goes to the field of the task', async () => {
    await openBoth(page);
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('PARCELS');
    await expect(row(page, 'orders.yaml, 3 places')).toBeVisible();
    await expect(row(page, 'other.yaml, 1 place')).toBeVisible();
    await expect(row(page, 'task Fetch parcels, 2 places')).toBeVisible();
    await expect(row(page, /^with\.message: /).locator('mark')).toHaveText('parcels');
    await page.keyboard.press('Alt+C');
    await expect(page.getByRole('status').getByText('Nothing has “PARCELS”.')).toBeVisible();
    await page.keyboard.press('Alt+C');
    await expect(row(page, 'name: Parcels')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    for (const name of ['name: Parcels', /^task Fetch/, 'name: Fetch parcels', /^with\.message/]) {
      await expect(page.locator('[role="treeitem"][data-active]')).toHaveAccessibleName(name);
      if (typeof name === 'string' || name.source !== '^with\\.message') await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name: 'Name', exact: true }),
    ).toHaveValue('Fetch parcels');
    await expect(page.locator(':focus')).toHaveText('All parcels, please');
  });
  await test.step('Ctrl+F on the canvas finds in the open file', async () => {
    await card(page, 'report').click();
    await page.keyboard.press('ControlOrMeta+F');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('parcels');
    await expect(row(page, /^orders\.yaml/)).toBeVisible();
    await expect(row(page, /^other\.yaml/)).toHaveCount(0);
  });
  await test.step('a place in another file opens that file, and an expression finds what it describes', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Alt+R');
    await page.keyboard.type('^.*ask(');
    await expect(page.getByRole('alert')).toContainText('This is not a valid regular expression');
    await field(page).fill('Ask\\s\\w+');
    await row(page, /^name: Ask for parcels/).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'other.yaml' })).toBeVisible();
    await expect(card(page, 'ask')).toHaveClass(/selected/);
  });
});

test('replacing shows every place before, and is one step to undo', async ({ page }) => {
  await test.step('what would make a file unreadable is announced before, and the file is left as it is', async () => {
    await openBoth(page);
    await page.keyboard.press('ControlOrMeta+Shift+H');
    await page.getByRole('radio', { name: 'This file' }).click();
    await field(page).fill('{');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('[');
    await expect(row(page, /^orders\.yaml, .*could not be read any more, line 7/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Replace 0 places in 0 files' })).toBeDisabled();
  });
  await test.step('only the places that are shown are written, and one undo takes all back', async () => {
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await field(page).fill('parcels');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('it: "now"');
    await expect(row(page, /^with\.message: .*, parcels becomes it: "now"$/)).toBeVisible();
    await expectNoBarrier(page, page.getByRole('region', { name: 'Find' }));
    // The name of the workflow is left out by the keyboard.
    await page.getByRole('tree', { name: 'Found' }).focus();
    await expect(page.locator('[role="treeitem"][data-active]')).toHaveAccessibleName(/^name: Parcels/);
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Replace 3 places in 2 files' }).click();
    const after = await downloadText(page);
    expect(changedLines(PARCELS, after)).toEqual({
      removed: [
        '    name: Fetch parcels',
        '    type: basic',
        '    use: core:log',
        '    with: { message: "All parcels, please" }',
      ],
      added: [
        '    name: "Fetch it: \\"now\\""',
        '    type: basic',
        '    use: core:log',
        '    with: { message: "All it: \\"now\\", please" }',
      ],
    });
    await openFile(page, 'other.yaml');
    expect(await downloadText(page)).toBe(OTHER.replace('Ask for parcels', '"Ask for it: \\"now\\""'));
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await openFile(page, 'other.yaml');
    expect(await downloadText(page)).toBe(OTHER);
    await openFile(page, 'orders.yaml');
    expect(await downloadText(page)).toBe(PARCELS);
  });
});

/** The longest task of the page while something is done, in ms. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const long: number[] = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
    Object.assign(globalThis, { longTasks: long });
  });
  await act();
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks));
}

test('ten thousand tasks are searched without a task that is ten times as long as 100 ms, or as one of typing', async ({
  page,
}) => {
  test.slow();
  const tasks = Array.from(
    { length: 10_000 },
    (_, n) =>
      `  - id: task_${n}\n    name: Step ${n} of many\n    type: basic\n    use: core:log\n    with: { message: "step ${n}" }\n`,
  );
  await openApp(page);
  await importText(page, 'many.yaml', `tasks:\n${tasks.join('')}`);
  await expect(card(page, 'task_0')).toBeVisible();
  await expect(page.getByText('Checking')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await expect(field(page)).toBeFocused();
  // Blanks find nothing: what a key in that field costs anyway.
  const floor = await longestTask(page, () => page.keyboard.type(' '.repeat(9)));
  await field(page).fill('');
  const longest = await longestTask(page, async () => {
    await page.keyboard.type('Step 9999');
    await expect(page.getByRole('treeitem', { name: 'many.yaml, 2 places' })).toBeVisible();
  });
  expect(longest).toBeLessThan(10 * Math.max(100, floor));
});
