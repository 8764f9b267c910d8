import { AxeBuilder } from '@axe-core/playwright';
import { card, downloadText, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';

const TEXT = `name: Orders
tasks:
  - id: fetch
    name: Fetch orders
    type: basic
    on_success: { next: box }
    on_error: { next: tell }
  - id: box
    type: composite
    tasks:
      - { id: first, type: basic, name: First }
      - { id: second, type: basic, use: "core:nothing" }
  - { id: tell, type: basic, name: Tell someone }
`;

function tree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Tasks' });
}

function row(page: Page, name: string | RegExp): Locator {
  return tree(page).getByRole('treeitem', { name });
}

async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.locator('[role="treeitem"][data-active]')).toHaveAccessibleName(name);
}

async function openOutline(page: Page, text = TEXT): Promise<void> {
  await openApp(page);
  await importText(page, 'orders.yaml', text);
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(tree(page)).toBeFocused();
}

test('the tasks are a tree that keys walk, search and select', async ({ page }) => {
  await openOutline(page);
  await expectActive(page, 'Fetch orders, id fetch, basic task, start, → box, on error → Tell someone');
  await expect(row(page, /^First/)).toHaveAttribute('aria-level', '2');
  await expect(row(page, /^second/)).toHaveAccessibleName(/warning/);
  await page.keyboard.press('End');
  await expectActive(page, /^Tell someone/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expectActive(page, /^box/);
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, /^First/)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('fi');
  await expectActive(page, /^First/);
  await page.keyboard.press('Enter');
  await expect(card(page, 'first')).toHaveClass(/selected/);
  await expect(row(page, /^First/)).toHaveAttribute('aria-selected', 'true');
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Inspector' }).locator(':focus')).toHaveCount(1);
});

test('a card that is selected is the row that is active', async ({ page }) => {
  await openOutline(page);
  await card(page, 'tell').click();
  await expectActive(page, /^Tell someone/);
});

test('F2 renames and Delete removes, as one step each', async ({ page }) => {
  await openOutline(page);
  await page.keyboard.press('F2');
  await page.keyboard.type('Get orders');
  await page.keyboard.press('Enter');
  await expectActive(page, /^Get orders/);
  await expect(tree(page)).toBeFocused();
  // Without a name the id is renamed, and what leads to it follows.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.keyboard.type('group');
  await page.keyboard.press('Escape');
  expect(await downloadText(page)).toBe(TEXT.replace('Fetch orders', 'Get orders'));
  await tree(page).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('group');
  await page.keyboard.press('Enter');
  await expectActive(page, /^group/);
  expect(await downloadText(page)).toBe(
    TEXT.replace('Fetch orders', 'Get orders').replace('next: box', 'next: group').replace('id: box', 'id: group'),
  );
  await tree(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(row(page, /^Tell/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(row(page, /^Tell/)).toBeVisible();
});

test('each row has the state of the run on screen', async ({ page }) => {
  await openOutline(page, TEXT.replace(', use: "core:nothing"', ''));
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expect(row(page, /^Fetch orders.*Success$/)).toBeVisible();
  await expect(row(page, /^First.*Success$/)).toBeVisible();
});

test('ten thousand tasks have rows only where they are seen', async ({ page }) => {
  test.slow();
  const tasks = Array.from({ length: 10_000 }, (_, n) => `  - { id: task_${n}, type: basic }\n`).join('');
  await openApp(page);
  await importText(page, 'many.yaml', `tasks:\n${tasks}`);
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline', exact: true }).click();
  await expect(row(page, /^task_0,/)).toBeVisible();
  await tree(page).focus();
  await page.keyboard.press('End');
  await expectActive(page, /^task_9999,/);
  await expect(row(page, /^task_9999,/)).toHaveAttribute('aria-setsize', '10000');
  expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(100);
});

test('on a phone a task is chosen in the outline and edited in its form', async ({ page }) => {
  await openApp(page);
  await importText(page, 'orders.yaml', TEXT);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Outline', exact: true }).click();
  await row(page, /^Tell someone/).click();
  await expect(
    page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name: 'Name', exact: true }),
  ).toHaveValue('Tell someone');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('the outline is open to all', async ({ page }) => {
      await openOutline(page);
      await page.keyboard.press('Enter');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    });
  });
}
