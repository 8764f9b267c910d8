import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from './fixtures.ts';

/**
 * Asserts that axe finds nothing on the screen as it is once what comes and goes has done so, however slight: all rules in
 * light, and in dark those of colours, which alone differ.
 */
export async function expectNoBarrier(page: Page): Promise<void> {
  await settle(page);
  expect(await findBarriers(new AxeBuilder({ page }))).toEqual([]);
  await showTheme(page, 'dark');
  expect(await findBarriers(new AxeBuilder({ page }).withRules(['color-contrast']))).toEqual([]);
  await showTheme(page, 'light');
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await settle(page);
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

async function findBarriers(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
