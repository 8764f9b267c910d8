import { card, downloadText, expectSaved, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { BEFORE, holdDeliveries, manyTasks, pressWhileRead } from './largeFile.ts';
import { largeText } from './largeText.ts';

/** Longest the page may be held while a large file opens, in ms. */
const HELD = 300;

/** Longest task in ms since the page said that it reads; null while it has not. Handing over the file is the work of the test. */
async function watchOpening(page: Page): Promise<() => Promise<number | null>> {
  await page.evaluate(() => {
    const seen: { longest: number | null } = { longest: null };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        if (seen.longest !== null) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
    new MutationObserver(() => {
      const status = document.querySelector('main [role=status]')?.textContent ?? '';
      // The task that says so ends before the next one counts.
      if (/Reading large\.yaml, 9\.\d MiB/.test(status)) setTimeout(() => (seen.longest ??= 0), 60);
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { longest: number | null }).longest);
}

test('a file of almost 10 MiB holds the page no longer than ten times what is promised, or what an idle page takes', async ({
  page,
}) => {
  await openApp(page);
  // What opening any file costs on this machine.
  await page.evaluate(() => {
    const floor = { longest: 0 };
    Object.assign(window, { floor });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) floor.longest = Math.max(floor.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await importText(page, 'small.yaml', 'tasks: [{ id: small, type: basic }]\n');
  await expect(card(page, 'small')).toBeVisible();
  const floor = await page.evaluate(() => (Reflect.get(window, 'floor') as { longest: number }).longest);
  const opening = await watchOpening(page);
  await importText(page, 'large.yaml', largeText());
  await expect(card(page, 't0')).toBeVisible({ timeout: 60_000 });
  const longest = await opening();
  expect(longest).not.toBeNull();
  expect(longest).toBeLessThan(10 * Math.max(HELD, floor));
});

/** Whether the page ever told that it reads the file. */
async function watchReading(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const seen = { isReading: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const status = document.querySelector('main [role=status]')?.textContent ?? '';
      if (/Reading large\.yaml, 9\.\d MiB/.test(status)) seen.isReading = true;
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'seen') as { isReading: boolean }).isReading);
}

test('a file of almost 10 MiB is read beside the page, and edited once it was', async ({ page }) => {
  await openApp(page);
  const isReading = await watchReading(page);
  const text = largeText();
  await importText(page, 'large.yaml', text);
  await expect(card(page, 't0')).toBeVisible();
  expect(await isReading()).toBe(true);
  expect(await downloadText(page)).toBe(text);
  await card(page, 't0').click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  expect((await downloadText(page)).length).toBeLessThan(text.length);
});

const MANY = 10_000;

test('of ten thousand tasks a card that is pressed while the rest is read is selected, wherever that moves it', async ({
  page,
}) => {
  test.slow();
  const hold = await holdDeliveries(page);
  await openApp(page);
  await hold(true);
  await importText(page, 'many.yaml', manyTasks(MANY) + BEFORE);
  await pressWhileRead(page, 't3', hold);
});

/** Notes, from the load of a page on, whether the first card of the file was there before it could be moved. */
async function watchFirstCard(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const seen: { isReadOnly: boolean | null } = { isReadOnly: null };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const first = document.querySelector('.react-flow__node[data-id="t0"]');
      if (first === null || seen.isReadOnly !== null) return;
      seen.isReadOnly = !first.classList.contains('draggable') && /Reading many\.yaml/.test(document.body.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  return async () => {
    const seen = await page.waitForFunction(() => {
      const { isReadOnly } = Reflect.get(window, 'seen') as { isReadOnly: boolean | null };
      return isReadOnly === null ? null : { isReadOnly };
    });
    return (await seen.jsonValue())?.isReadOnly ?? false;
  };
}

test('the first of ten thousand tasks are seen while the rest is read, and all can be edited then', async ({
  page,
}) => {
  test.slow();
  const firstCard = await watchFirstCard(page);
  await openApp(page);
  await importText(page, 'many.yaml', manyTasks(MANY));
  expect(await firstCard()).toBe(true);
  const movable = page.locator('.react-flow__node.draggable[data-id="t0"]');
  await expect(movable).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Reading many.yaml')).toHaveCount(0);
  const place = await movable.boundingBox();
  await expect(page.getByRole('button', { name: '1 error' })).toBeVisible({ timeout: 60_000 });
  await movable.click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page, 't0')).toBeVisible();
  await expectSaved(page);
  await page.reload();
  expect(await firstCard()).toBe(true);
  await expect(movable).toBeVisible({ timeout: 60_000 });
  expect(await movable.boundingBox()).toEqual(place);
});
