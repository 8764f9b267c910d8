import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Locator, type Page } from './fixtures.ts';

/** `npm run test:long`: each part is looked at in both themes. */
const isLong = process.env['SIGNALBOX_TEST_FACTOR'] !== undefined;

/**
 * Asserts that axe finds nothing, however slight, on the screen or in a part of it, once what comes and goes has done so: all rules in the
 * theme that is shown. To draw a page in other colours takes longer than axe does, so in `npm test` only whole screens are looked at in the other theme
 * too, and with the rule of colours alone, in which themes differ: `app/ui/tokens.test.ts` holds the contrast of the colours that all parts share.
 * A whole screen takes seconds: a test looks at what is new on it, `everyScreen.spec.ts` at the screen.
 */
export async function expectNoBarrier(page: Page, part?: Locator): Promise<void> {
  await expectNone(page, part);
  if (part && !isLong) return;
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  await showTheme(page, isDark ? 'light' : 'dark');
  await expectNone(page, part, { runOnly: ['color-contrast'] });
}

async function expectNone(page: Page, part?: Locator, options?: RunOptions): Promise<void> {
  expect(await findLasting(page, part, options)).toEqual([]);
}

/** What is found twice: a message that fades while axe looks at it has too little contrast for that instant. */
async function findLasting(page: Page, part?: Locator, options?: RunOptions): Promise<string[]> {
  await settle(page);
  if ((await findBarriers(page, part, options)).length === 0) return [];
  await settle(page);
  return findBarriers(page, part, options);
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

/**
 * What axe finds in the page as it is, or in a part of it, which must be there: rule, place and markup of each. It runs in the page itself, in a
 * tenth of the time that its driver takes.
 */
export async function findBarriers(page: Page, part?: Locator, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const root = (await part?.elementHandle({ timeout: 30_000 })) ?? null;
  const { violations } = await page.evaluate(
    ([given, element]): Promise<AxeResults> => {
      const inPage = (globalThis as unknown as { readonly axe: typeof axe }).axe;
      // Of what plays by itself, for which axe would load its files, there is nothing.
      return inPage.run(element ?? document, { ...given, resultTypes: ['violations'], preload: false });
    },
    [options, root] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
