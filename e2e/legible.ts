import type { Locator, Page } from './fixtures.ts';

/** How large cards are drawn, in percent. */
export async function zoom(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^Zoom: / }).getAttribute('aria-label');
  return Number(/\d+/.exec(name ?? '')?.[0]);
}

/** The pane with the fields of what is selected. */
export function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' });
}

/** The text of a card that is cut, of all its names. */
export async function cutNames(page: Page): Promise<readonly string[]> {
  return page
    .locator('.react-flow__node [title]:is(span)')
    .evaluateAll((names) =>
      names.flatMap((name) =>
        getComputedStyle(name).fontWeight === '600' &&
        (name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
          ? [name.textContent]
          : [],
      ),
    );
}
