import { card, downloadText, importText, openApp } from './app.ts';
import { expect, type Page, tenTimes, test } from './fixtures.ts';

/** Longest the page may be held while a large file opens, in ms. */
const HELD = tenTimes(300);

/** Almost 10 MiB of tasks with long texts: few to draw, much to read. */
function largeText(): string {
  const line = `        Some words that fill a line, as a long prompt has them, and then some more of them.\n`;
  const task = (index: number) =>
    `  - id: t${index}\n    type: basic\n    use: core:log\n    with:\n      message: |\n${line.repeat(2800)}`;
  return `id: large\ntasks:\n${Array.from({ length: 40 }, (_, index) => task(index)).join('')}`;
}

/** Longest task in ms since the page said that it reads; null while it has not. Handing over the file is the test's own work. */
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

test('a file of almost 10 MiB is read beside the page, and edited once it was', async ({ page }) => {
  await openApp(page);
  const opening = await watchOpening(page);
  const text = largeText();
  await importText(page, 'large.yaml', text);
  await expect(card(page, 't0')).toBeVisible({ timeout: 30_000 });
  const longest = await opening();
  expect(longest).not.toBeNull();
  expect(longest).toBeLessThan(HELD);
  await card(page, 't0').click();
  await page.keyboard.press('Delete');
  await expect(card(page, 't0')).toHaveCount(0);
  expect((await downloadText(page)).length).toBeLessThan(text.length);
});
