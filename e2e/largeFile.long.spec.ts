import { card, importText, openApp } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
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
