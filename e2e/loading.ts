import { expect, type Locator, type Page } from './fixtures.ts';

/** A browser that never has time for what could be loaded ahead. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
}

/** The console says once that a part could not be loaded, and the browser each time that it asked; nothing else went wrong. */
export function expectFailure(problems: string[]): void {
  const all = problems.splice(0);
  const ownLines = all.filter((line) => !line.includes('Failed to load resource'));
  expect(all.length).toBeGreaterThan(ownLines.length);
  expect(ownLines).toEqual([expect.stringContaining('It could not be loaded')]);
}

/** Tries until it is shown; false in a browser that asks for a failed module only once. */
export async function tryAgain(shown: Locator, ask: () => Promise<void>): Promise<boolean> {
  // What failed is asked for again half a second later.
  const tries = expect(async () => {
    await ask();
    await expect(shown).toBeVisible({ timeout: 1500 });
  }).toPass({ timeout: 6_000 });
  return tries.then(
    () => true,
    () => false,
  );
}
