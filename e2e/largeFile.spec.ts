import { card, downloadText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { BEFORE, holdDeliveries, manyTasks, pressWhileRead } from './largeFile.ts';

test('the first of many tasks are seen while the rest is read; one that is pressed meanwhile is selected, and all can be edited then', async ({
  page,
}) => {
  const hold = await holdDeliveries(page);
  await openApp(page);
  await hold(true);
  const text = manyTasks(1600) + BEFORE;
  await importText(page, 'many.yaml', text);
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Reading many.yaml' })).toBeVisible();
  await pressWhileRead(page, 't3', hold);
  await expect(page.getByText('Reading many.yaml')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(card(page, 't3')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page, 't3')).toBeVisible();
  expect(await downloadText(page)).toBe(text);
});
