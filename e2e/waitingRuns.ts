import type { Locator, Page } from './fixtures.ts';

/** What is said of the run on the canvas while its drawer is closed. */
export function pill(page: Page): Locator {
  return page.getByRole('group', { name: 'Run on the canvas' });
}

/** All that was said aloud since, in order. */
export async function hearAll(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) {
        const words = region.textContent ?? '';
        if (words !== '' && words !== said.at(-1)) said.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: readonly string[] }).said);
}
