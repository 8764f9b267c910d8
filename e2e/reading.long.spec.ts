import { readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { findOnce, openAnswer, readTable, valuesOf } from './reading.ts';

/** The longest task of the page since it was last asked, in ms. */
async function longestTask(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { tasks } = globalThis as unknown as { tasks: number[] };
    return Math.max(0, ...tasks.splice(0));
  });
}

test('every value of a run can be read, however large', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await openApp(page);
  await importText(page, 'values.yaml', valuesOf({ rows: 20_000, lines: 120_000, parts: 180_000 }));
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  // On a busy machine all takes longer: to open this file and to run it, too.
  const most = Math.max(500, 3 * (await longestTask(page)));

  // The run's output is a text in Markdown inside of a map: a click opens it, whole.
  const answer = await openAnswer(page);
  // Its blocks stand apart.
  const [words, list] = [answer.getByText('All is well here.'), answer.getByText('first')];
  const [above, below] = [await words.boundingBox(), await list.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await expectNoBarrier(page, answer);
  await page.keyboard.press('Escape');
  await expect(answer).toHaveCount(0);

  // From a card, one key.
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('button', { name: /^make, success/ }).click();
  await longestTask(page);
  await page.keyboard.press('o');
  const values = page.getByRole('dialog', { name: 'Values of make' });
  const tree = values.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: /^rows: 20000 items|^rows 20000 items/ })).toBeVisible();
  await findOnce(values, 'customer 19999');
  expect(await longestTask(page)).toBeLessThan(most);

  // By keys alone: to the list, and into it as a table.
  const grid = await readTable(page, tree, 20_000);
  await expectNoBarrier(page, grid);
  await page.keyboard.press('Escape');

  // A picture is seen, with its size, and saved as one.
  await tree.getByRole('treeitem', { name: /^picture/ }).click();
  const picture = page.getByRole('dialog', { name: 'Value of tasks.make.output.picture' });
  await expect(picture.getByText('2 × 3')).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    picture.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('tasks-make-output-picture.png');
  expect(
    readFileSync(await saved.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await expectNoBarrier(page, picture);
  await page.keyboard.press('Escape');

  // Five million characters.
  await longestTask(page);
  await tree.getByRole('treeitem', { name: /^long/ }).click();
  const long = page.getByRole('dialog', { name: 'Value of tasks.make.output.long' });
  await expect(long.getByText(/All work and no play/).first()).toBeVisible();
  await expect.poll(async () => (await long.getByRole('region').textContent())?.length ?? 0).toBeGreaterThan(4_700_000);
  expect(await longestTask(page)).toBeLessThan(most);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // As much in Markdown: what is in view is drawn, and the end is a key away.
  await page.getByRole('button', { name: /^guide, success/ }).click();
  await longestTask(page);
  await page.keyboard.press('o');
  const guide = page.getByRole('dialog', { name: 'Values of guide' }).getByRole('region', { name: /Markdown/ });
  await expect(guide.getByText('Part', { exact: true }).first()).toBeVisible();
  await guide.focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(guide.getByText('The last words.')).toBeInViewport({ timeout: 1000 });
  }).toPass();
  expect(await guide.locator('strong').count()).toBeLessThan(10_000);
  expect(await longestTask(page)).toBeLessThan(most);
});
