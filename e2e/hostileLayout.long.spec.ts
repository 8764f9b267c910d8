import { card, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { braid, circles, complete, expectAnswers, fan, nested } from './hostileTexts.ts';

/** How many layouts are made beside the page from now on. */
function countLayouts(page: Page): () => number {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  return () => workers.filter((url) => /layout\.worker/.test(url)).length;
}

test('a workflow that takes long to arrange is arranged beside the page, and one that is too dense is arranged plainly', async ({
  page,
}) => {
  await openApp(page);
  const layouts = countLayouts(page);

  await test.step('one that takes long is arranged in a worker, with care', async () => {
    await importText(page, 'large.yaml', complete(20, 't'));
    await expect(card(page, 't0')).toBeVisible();
    expect(layouts()).toBe(1);
    await expect(page.getByText('too dense to arrange')).toHaveCount(0);
  });

  await test.step('what is shown differently in one that is too dense is reported once', async () => {
    await importText(page, 'dense.yaml', complete(78, 't'));
    const notice = page.getByRole('status').filter({ hasText: 'too dense to arrange automatically' });
    await expect(notice).toContainText('Not all of its 6,084 connections are drawn. Select a task to see its own.');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    await card(page, 't0').getByText('t0', { exact: true }).first().click();
    await expect(page.getByRole('group', { name: /^From t0, success, to t/ }).first()).toBeAttached();
    await expect(notice).toHaveCount(0);
  });
});

/**
 * Longest the page may be blocked in one piece while such a file is open, in ms, on a machine with nothing else to do: a test
 * allows ten times that. Arranged with care, each of these holds it for minutes, or ends its process.
 */
const HELD = 1_000;

/** Notes the longest task from now on, in ms. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { longest: number }).longest);
}

/** The longest task in ms as the page opens a file of one task. */
async function measureFloor(page: Page): Promise<number> {
  const longest = await watchTasks(page);
  await importText(page, 'small.yaml', 'tasks: [{ id: small, type: basic }]\n');
  await expect(card(page, 'small')).toBeVisible();
  return longest();
}

for (const [name, text, first] of [
  ['29 kB in which each task leads to all', complete(78, 't'), 't0'],
  ['550 kB in which each task leads to all', complete(215, 'task_no_'), 'task_no_0'],
  ['1,500 tasks in circles', circles(1_500), 't0'],
  ['a decision with 5,000 routes', fan(5_000), 't0'],
  ['containers as deep as can be', nested(19), 'c0'],
  ['450 tasks that are arranged with care', braid(450), 't0'],
] as const) {
  test(`the page answers while it opens ${name}`, async ({ page }) => {
    test.slow();
    await openApp(page);
    const floor = await measureFloor(page);
    const longest = await watchTasks(page);
    await expectAnswers(page, 'hostile.yaml', text, first);
    expect(await longest()).toBeLessThan(10 * Math.max(HELD, floor));
  });
}

test('files that cannot be arranged with care are opened one after the other, and the page answers', async ({
  page,
}) => {
  await openApp(page);
  for (const [name, text, first] of [
    ['circles', circles(300), 't0'],
    ['fan', fan(1_000), 't0'],
    ['nested', nested(19), 'c0'],
  ] as const)
    await test.step(name, () => expectAnswers(page, `${name}.yaml`, text, first));
});

test('a workflow that takes half a second to arrange is arranged beside the page, with care', async ({ page }) => {
  await openApp(page);
  const layouts = countLayouts(page);
  await importText(page, 'large.yaml', braid(450));
  await expect(card(page, 't0')).toBeVisible();
  expect(layouts()).toBe(1);
  await expect(page.getByText('too dense to arrange')).toHaveCount(0);
});
