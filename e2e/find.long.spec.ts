import { card, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

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
  const field = page.getByRole('searchbox', { name: 'Find', exact: true });
  await expect(field).toBeFocused();
  // Blanks find nothing: what a key in that field costs anyway.
  const floor = await longestTask(page, () => page.keyboard.type(' '.repeat(9)));
  await field.fill('');
  const longest = await longestTask(page, async () => {
    await page.keyboard.type('Step 9999');
    await expect(page.getByRole('treeitem', { name: 'many.yaml, 2 places' })).toBeVisible();
  });
  expect(longest).toBeLessThan(10 * Math.max(100, floor));
});
