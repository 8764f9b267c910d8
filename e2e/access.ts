import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Page } from './fixtures.ts';

/**
 * Asserts that axe finds nothing on the screen as it is once what comes and goes has done so, however slight: all rules in the
 * theme that is shown, and those of colours, which alone differ, in the other one. That one stays: to draw a whole page in
 * other colours takes longer than axe does.
 */
export async function expectNoBarrier(page: Page): Promise<void> {
  await expectNone(page);
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  await showTheme(page, isDark ? 'light' : 'dark');
  await expectNone(page, { runOnly: ['color-contrast'] });
}

async function expectNone(page: Page, options?: RunOptions): Promise<void> {
  expect(await findLasting(page, options)).toEqual([]);
}

/** What is found twice: a message that fades while axe looks at it has too little contrast for that instant. */
async function findLasting(page: Page, options?: RunOptions): Promise<string[]> {
  await settle(page);
  if ((await findBarriers(page, options)).length === 0) return [];
  await settle(page);
  return findBarriers(page, options);
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Waits for what moves and ends, and for what that begins: a message fades in a frame after it is there. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      // Two frames on.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });
}

/** What axe finds in the page as it is: rule, place and markup of each. It runs in the page itself, in a tenth of the time that its driver takes. */
export async function findBarriers(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((given): Promise<AxeResults> => {
    const inPage = (globalThis as unknown as { readonly axe: typeof axe }).axe;
    // Of what plays by itself, for which axe would load its files, there is nothing.
    return inPage.run(document, { ...given, resultTypes: ['violations'], preload: false });
  }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
