import { importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';

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
