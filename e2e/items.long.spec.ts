import { expectNoBarrier } from './access.ts';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { WORKFLOW } from './items.ts';

test('failed items are found, looked at and retried', async ({ page }) => {
  await openApp(page);

  await test.step('a failed item is found by one key, is looked at in a table, and is retried alone', async () => {
    await importText(page, 'items.yaml', WORKFLOW);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const drawer = page.getByRole('region', { name: 'Run', exact: true });
    await expect(drawer.getByRole('region', { name: 'Items that failed' })).toContainText(
      '2 of 12 items of each failed.',
    );
    // The card of the task inside says the worst, and how often.
    await expect(page.getByRole('button', { name: /^2 items failed. First: / })).toBeVisible();

    await page.keyboard.press('e');
    const step = page.getByRole('region', { name: 'Step check' });
    await expect(step.getByText('Item 3 of 12 of each')).toBeVisible();
    await expect(step.getByText('Customer 3 has no address')).toBeVisible();
    // The inspector tells of the same step, not of the last item, which went well.
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByTitle('Error', { exact: true })).toBeVisible();
    await page.keyboard.press('e');
    await expect(step.getByText('Item 8 of 12 of each')).toBeVisible();

    await page.keyboard.press('i');
    const items = page.getByRole('dialog', { name: 'Items of each' });
    const grid = items.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '13');
    await expect(items.getByRole('region', { name: 'Item 8 of 12' })).toContainText('Customer 8 has no address');
    await items.getByRole('radio', { name: 'Failed 2' }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', '3');
    await items.getByRole('radio', { name: 'All 12' }).click();
    await grid.getByRole('button', { name: 'total' }).click();
    await grid.getByRole('button', { name: 'total' }).click();
    await expect(grid.getByRole('row').nth(1)).toContainText('120');
    await grid.focus();
    await page.keyboard.press('e');
    await expect(items.getByRole('region', { name: /^Item (3|8) of 12/ })).toBeVisible();
    await expectNoBarrier(page, items);

    // The file is mended: what succeeded is not run again.
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
    await step.getByRole('button', { name: 'Retry failed only' }).click();
    await expect(page.getByRole('region', { name: 'Items that failed' })).toContainText('2 of 12');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByRole('button', { name: /^check, .*item (3|8)/ })).toHaveCount(2);
  });

  await test.step('an item that no task was given by its input is shown beside the table', async () => {
    await importText(
      page,
      'numbers.yaml',
      `tasks:
  - id: each
    type: collection
    config: { items: "{{ range(40, 44) }}", continue_on_error: true }
    tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / (item - 42) }}" } } }]
`,
    );
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.keyboard.press('e');
    await expect(page.getByRole('region', { name: 'Step divide' })).toContainText('Item 3 of 4 of each');
    await expect(page.getByRole('region', { name: 'Step divide' })).toContainText(
      'in `6 / (item - 42)`: Division by zero',
    );
    await page.keyboard.press('i');
    const items = page.getByRole('dialog', { name: 'Items of each' });
    const details = items.getByRole('region', { name: 'Item 3 of 4' });
    await expect(details.getByRole('heading', { name: 'Item', exact: true })).toBeVisible();
    await expect(details.getByRole('tree').last()).toContainText('42');
  });

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('a step inside of nested collections says which items of all of them it is of', async () => {
    await importText(
      page,
      'nested.yaml',
      `tasks:
  - id: orders
    type: collection
    config: { items: [4, 5, 6], mode: sequential, continue_on_error: true }
    tasks:
      - id: lines
        type: collection
        config: { items: "{{ [item, 5] }}", mode: sequential, continue_on_error: true }
        tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / (item - 6) }}" } } }]
`,
    );
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.keyboard.press('e');
    await expect(page.getByRole('region', { name: 'Step divide' })).toContainText(
      'Item 1 of 2 of lines, in item 3 of orders, 1 failed',
    );
  });
});
