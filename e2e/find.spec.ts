import { expectNoBarrier } from './access.ts';
import { card, changedLines, downloadText, importText, openApp, openFile } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';

const PARCELS = `name: Parcels # kept as it is
tasks:
  - id: fetch
    name: Fetch parcels
    type: basic
    use: core:log
    with: { message: "All parcels, please" }
    on_success: { next: report }
  - id: report
    name: Report
    type: basic
`;

const OTHER = 'tasks:\n  - { id: ask, type: basic, name: Ask for parcels }\n';

async function openBoth(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'other.yaml', OTHER);
  await importText(page, 'orders.yaml', PARCELS);
  await expect(card(page, 'fetch')).toBeVisible();
}

function field(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Find', exact: true });
}

function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('tree', { name: 'Found' }).getByRole('treeitem', { name });
}

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
    await expect(page.getByRole('alert')).toContainText('This is no regular expression');
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
